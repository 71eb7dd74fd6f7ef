/// The feed of the screen: a reply of its server, and the layout that describes it.
let layoutFile = Array(
  #"{"name": "home", "version": 1, "sources": {"feed": {"items": "$", "element": {"code": "type"}}}}"#
    .utf8)
let reply = Array(
  #"""
  [{"type": "HEADLINE", "text": "Autumn"},
   {"type": "PHOTOS", "urls": ["a.jpg", "b.jpg", "c.jpg"]},
   {"type": "WORDS", "words": ["forest", "fog", "mushrooms"]}]
  """#.utf8)
