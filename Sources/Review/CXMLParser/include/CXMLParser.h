/* CXMLParser.h: the elements of an XML document, read with Expat, which is loaded for the first document.
 *
 * Nothing links Expat: only dumps of apps are XML. Documents with a DOCTYPE are refused, so that there are no entities
 * and nothing outside of the document is read. The functions may be called on any thread.
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
  /* The byte at which reading ended. */
  size_t offset;
  /* Expat's words, or the loader's; NULL for a complete document. Valid until the program ends. */
  const char *reason;
} se_xml_result;

/* Called for each element in document order. `level` is 0 for the root; names and values alternate in `attributes`,
 * which NULL ends. All texts are UTF-8 and valid during the call. */
typedef void se_xml_element(
  void *context, size_t level, size_t offset, const char *name, const char *const *attributes);

/* Reads at most `most` elements of at most `deepest` levels. What follows the root element is ignored. */
se_xml_result se_xml_read(
  const char *bytes, size_t count, size_t most, size_t deepest, se_xml_element *element, void *context);

/* Returns the value of an attribute; NULL if it is absent or empty. */
const char *se_xml_value(const char *const *attributes, const char *name);

/* Returns Expat's version, or NULL if it cannot be loaded. */
const char *se_xml_version(void);

/* Returns why Expat cannot be loaded, or NULL. */
const char *se_xml_failure(void);

#endif
