// Review of computed layouts: what is asked of pages that are laid out already.
//
// | folder | question |
// |---|---|
// | `Diff/` | what moved, resized, appeared between two pages |
// | `ViewHierarchy/` | where a real app differs from the page |
// | `Snapshots/` | whether pages are what they were, over a matrix of environments |
// | `Check/` | what is wrong with a page |
// | `Explain/` | why a node has its frame |
