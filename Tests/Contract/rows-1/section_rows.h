/* section_rows.h: the extension "section.rows/1", by which a plugin lets the host keep rows of a list.
 *
 * In contract 1.0, the host asks for all rows of a section after each change of its block. With this
 * extension, a plugin names the array whose elements make the rows, one row for each element. If the block
 * changes, the host opens it again, and then asks only for the rows of new and changed elements. It keeps
 * the other rows as they were drawn.
 *
 *     static se_value elements(void *section, const se_host *host) { return ((list *)section)->items; }
 *     static const se_rows rows = {elements};
 *     static const void *extension(se_str name) { return named(name, SE_ROWS) ? &rows : NULL; }
 *
 * A provider that returns an array promises this: `item`, `row_height` and `build` of a row depend only on
 * the element with the row's index, on the settings and on the environment. They do not depend on the index
 * itself, on the number of rows, or on other elements: no separator that only the last row lacks, no rank
 * that counts the rows. `sectionengine plugin check` tests the promise.
 *
 * `describe`, HEADER, FOOTER, BACKGROUND and `frame` may depend on the whole block; the host always calls
 * them. A host without this extension never asks for it, so the plugin needs no other change.
 *
 * The rules and tags of section_plugin.h also apply here. The struct is frozen.
 */
#ifndef SECTION_ROWS_H
#define SECTION_ROWS_H

#include "section_plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SE_ROWS "section.rows/1"

/* The struct that `se_plugin.extension` returns for SE_ROWS. It serves all providers of the plugin. */
typedef struct se_rows {
  /* Returns the array of the payload whose element i makes row i. A missing value, another value than an
   * array, or an array with another number of elements than the section has rows makes no promise. The host
   * calls the function after `row_count`. `section` is the value that `open` stored. [thread: section] */
  se_value (*elements)(void *section, const se_host *host);
} se_rows;

#ifdef __cplusplus
}
#endif
#endif
