/// Sends a body to the host, node by node, in document order.
struct Emitter {
  let host: UnsafePointer<se_host>
  /// The section that records which content the host cannot show; `nil` records nothing.
  var section: OpenSection?

  func emit(_ body: Body) { body.nodes.forEach(emit) }

  private func emit(_ node: Node) {
    begin(node)
    if let box = node.box { describe(box.content) }
    node.children.forEach(emit)
    host.pointee.end_node(host)
  }

  /// Begins a node. The host copies the node, so its strings are lent only for the call.
  private func begin(_ node: Node) {
    var raw = node.raw
    lend(node.name) {
      raw.name = $0
      lend(node.text) {
        raw.text = $0
        lend(node.label) {
          raw.label = $0
          lend(node.badge) {
            raw.badge = $0
            lend(node.color) {
              raw.color = $0
              lend(node.background) {
                raw.background = $0
                lend(node.actionType) {
                  raw.action.type = $0
                  lend(node.actionTarget) {
                    raw.action.target = $0
                    host.pointee.begin_node(host, &raw)
                  }
                }
              }
            }
          }
        }
      }
    }
  }

  /// Describes the node that was just begun. Records the loss if the host lacks `SE_CONTENT`.
  func describe(_ content: RichContent) {
    guard let extended = lend(SE_CONTENT, to: { host.pointee.extension(host, $0) }) else {
      section?.lost.formUnion(content.parts)
      return
    }
    let functions = extended.assumingMemoryBound(to: se_content.self).pointee
    emit(content.runs, functions)
    if var raw = content.paragraph { functions.paragraph(host, &raw) }
    if let picture = content.picture {
      var raw = picture.raw
      lend([picture.address, picture.tint, picture.placeholder]) {
        (raw.address, raw.tint, raw.placeholder) = ($0[0], $0[1], $0[2])
        functions.picture(host, &raw)
      }
    }
    if let decoration = content.decoration {
      var raw = decoration.raw
      lend([decoration.borderColor, decoration.shadowColor]) {
        (raw.border_color, raw.shadow_color) = ($0[0], $0[1])
        functions.decorate(host, &raw)
      }
    }
    if let identity = content.identity {
      lend([identity.type, identity.id, identity.state]) {
        var raw = se_identity(resource_type: $0[0], resource_id: $0[1], state: $0[2])
        functions.identify(host, &raw)
      }
    }
  }

  private func emit(_ runs: [RichContent.Run], _ functions: se_content) {
    var start = 0
    for run in runs {
      defer { start += run.length }
      guard run.isStyled, run.length > 0 else { continue }
      var raw = run.raw
      raw.start = UInt32(clamping: start)
      raw.length = UInt32(clamping: run.length)
      lend([
        run.family, run.color, run.background, run.actionType, run.actionTarget, run.image,
      ]) {
        (raw.family, raw.color, raw.background) = ($0[0], $0[1], $0[2])
        raw.action = se_action(type: $0[3], target: $0[4])
        raw.image = $0[5]
        functions.run(host, &raw)
      }
    }
  }
}
