/// An emitter that sends a body to the host, node by node, in document order.
struct Emitter {
  let host: UnsafePointer<se_host>
  /// Notes what the host cannot show.
  var section: OpenSection?

  func emit(_ body: Body) { body.nodes.forEach(emit) }

  private func emit(_ node: Node) {
    begin(node)
    if let box = node.box { describe(box.content) }
    node.children.forEach(emit)
    host.pointee.end_node(host)
  }

  /// Begins a node. The host copies it, so its strings are only lent for the call.
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
}
