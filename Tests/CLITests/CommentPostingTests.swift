import Foundation
import TestConditions
import TestTools
import Testing

/// The script that posts the comment of a report, with a server that has the comments of GitHub's and
/// GitLab's API.
@Suite struct CommentPostingTests {
  private static let server = #"""
    import http.server, json, os, subprocess, sys, threading, urllib.parse

    script, folder = sys.argv[1:]
    comments, log, forbidden = [], [], []

    class Handler(http.server.BaseHTTPRequestHandler):
        def log_message(self, *_): pass

        def answer(self, value, status=200):
            body = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def body(self):
            return json.loads(self.rfile.read(int(self.headers["Content-Length"])))["body"]

        def do_GET(self):
            place = urllib.parse.urlsplit(self.path)
            page = int(urllib.parse.parse_qs(place.query)["page"][0])
            log.append(["GET", place.path])
            self.answer(comments[100 * (page - 1):100 * page])

        def do_POST(self):
            text = self.body()
            log.append(["POST", self.path])
            if forbidden: return self.answer({}, 403)
            comments.append({"id": 1000 + len(comments), "body": text})
            self.answer({}, 201)

        def change(self):
            text = self.body()
            log.append([self.command, self.path])
            for comment in comments:
                if self.path.endswith("/%d" % comment["id"]): comment["body"] = text
            self.answer({})

        do_PATCH = do_PUT = change

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = "http://127.0.0.1:%d" % server.server_port
    event = os.path.join(folder, "event.json")
    json.dump({"pull_request": {"number": 7}}, open(event, "w"))
    hosts = {
        "github": {"GITHUB_API_URL": address, "GITHUB_REPOSITORY": "o/r", "GITHUB_EVENT_PATH": event},
        "gitlab": {"CI_API_V4_URL": address, "CI_PROJECT_ID": "5", "CI_MERGE_REQUEST_IID": "7"},
    }
    marker = "<!-- sectionengine report -->"

    def post(host, text, **more):
        file = os.path.join(folder, "comment.md")
        open(file, "w", encoding="utf-8").write(text)
        environment = dict(hosts[host], TOKEN="secret", PATH=os.environ["PATH"], **more)
        log.clear()
        done = subprocess.run([script, file], env=environment, capture_output=True, text=True)
        methods = [method for method, _ in log]
        return [done.returncode, methods, done.stdout.strip().removeprefix("post-comment: "), done.stderr]

    result = {}
    for host in hosts:
        comments[:] = [{"id": n, "body": "a reader quotes " + marker + " here\nand " + marker}
                       for n in range(150)]
        steps = [post(host, "nothing changed " + marker + "\n")]
        steps.append(post(host, "1 section changed " + marker + "\n\n- `a\"b` \\ 新闻 🎧\n"))
        steps.append(post(host, "2 sections changed " + marker + "\n\n- `b`\n"))
        steps.append(post(host, "nothing changed " + marker + "\n"))
        forbidden.append(True)
        comments.pop()
        steps.append(post(host, "1 section changed " + marker + "\n\n- `a`\n"))
        forbidden.clear()
        steps.append(post(host, "1 section changed " + marker + "\n\n- `a\"b` \\ 新闻 🎧\n"))
        result[host] = {"steps": steps, "count": len(comments), "last": comments[-1]["body"],
                        "path": log[-1][1]}
    json.dump({}, open(event, "w"))
    result["push"] = post("github", "1 section changed " + marker + "\n\n- `a`\n")
    result["no token"] = subprocess.run(
        [script, os.path.join(folder, "comment.md")], env={"PATH": os.environ["PATH"]},
        capture_output=True, text=True).stdout
    json.dump(result, sys.stdout)
    """#

  @Test(
    "a comment is posted once and then updated, only if something changed", .needsServer,
    .needs(tool: "curl"), .needs(tool: "jq"), .timeLimit(.minutes(5)))
  func posting() throws {
    let scratch = try Scratch()
    let script = Program.repository.appendingPathComponent(".release/ci/post-comment").path
    let printed = try Program.judge(Self.server, arguments: [script, scratch.url.path])
    let object = try #require(
      try JSONSerialization.jsonObject(with: printed.output) as? [String: Any],
      "\(printed.errors)")
    for (host, update, path) in [
      ("github", "PATCH", "/repos/o/r/issues/7/comments"),
      ("gitlab", "PUT", "/projects/5/merge_requests/7/notes"),
    ] {
      let found = try #require(object[host] as? [String: Any])
      let steps = try #require(found["steps"] as? [[Any]])
      let methods = steps.map { $0[1] as? [String] ?? [] }
      #expect(steps.allSatisfy { $0[0] as? Int == 0 }, "\(steps)")
      // The comments of others fill the first page.
      let look = ["GET", "GET"]
      #expect(
        methods == [
          look, look + ["POST"], look + [update], look + [update], look + ["POST"], look + ["POST"],
        ], "\(host): \(steps)")
      #expect(steps[0][2] as? String == "nothing changed, and there is no comment")
      #expect(steps[4][2] as? String == "the token may not write comments")
      #expect(found["count"] as? Int == 151 && found["path"] as? String == path)
      #expect(
        found["last"] as? String
          == "1 section changed <!-- sectionengine report -->\n\n- `a\"b` \\ 新闻 🎧\n")
    }
    let push = try #require(object["push"] as? [Any])
    #expect(push[0] as? Int == 0 && (push[1] as? [String])?.isEmpty == true)
    #expect((object["no token"] as? String)?.contains("no token") == true)
  }
}
