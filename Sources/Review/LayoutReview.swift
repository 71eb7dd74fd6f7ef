// Review of computed layouts. Each folder answers one question about pages that are laid out.
//
// | folder | question |
// |---|---|
// | `Diff/` | what moved, changed its size, appeared or disappeared between two pages |
// | `ViewHierarchy/` | where a real app differs from the page |
// | `Snapshots/` | whether pages are unchanged, over a matrix of environments |
// | `Check/` | what is wrong with a page |
// | `Explain/` | why a node has its frame |
