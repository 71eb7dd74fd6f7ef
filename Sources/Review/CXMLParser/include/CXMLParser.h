/* CXMLParser.h: reads the elements of an XML document with Expat, which is loaded for the first document.
*
* No target links Expat, because only dumps of apps are XML. Documents with a DOCTYPE are rejected: they could define
* entities and refer to other files. All functions are thread-safe.
*/
#ifndef SE_XML_PARSER_H
#define SE_XML_PARSER_H

#include <stddef.h>

typedef enum se_xml_status {
  SE_XML_COMPLETE,
  SE_XML_UNAVAILABLE,
  SE_XML_MALFORMED,
  SE_XML_DOCTYPE,
  SE_XML_TOO_LARGE,
} se_xml_status;

typedef struct se_xml_result {
  se_xml_status status;
  /* The byte offset at which reading ended. */
  size_t offset;
  /* The error message of Expat or of the dynamic loader; NULL on success. Valid until the program ends. */
  const char *reason;
} se_xml_result;

/* Called for each element in document order. The root has `level` 0. `attributes` is a NULL-terminated list of
* alternating names and values. All strings are UTF-8 and valid only during the call. */
typedef void se_xml_element(
  void *context, size_t level, size_t offset, const char *name, const char *const *attributes);

/* Reads at most `most` elements, nested at most `deepest` levels. Ignores content after the root element. */
se_xml_result se_xml_read(
  const char *bytes, size_t count, size_t most, size_t deepest, se_xml_element *element, void *context);

/* Returns the value of an attribute; NULL if it is absent or empty. */
const char *se_xml_value(const char *const *attributes, const char *name);

/* Returns Expat's version; NULL if Expat cannot be loaded. */
const char *se_xml_version(void);

/* Returns the reason why Expat cannot be loaded; NULL if it can. */
const char *se_xml_failure(void);

#endif
