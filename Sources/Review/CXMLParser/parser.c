#include "CXMLParser.h"

#include <dlfcn.h>
#include <expat.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* The functions of Expat that are loaded, with the types of Expat's own header. */
#define FUNCTIONS(F)                                                                                  \
  F(ParserCreate) F(ParserFree) F(SetUserData) F(SetElementHandler) F(SetStartDoctypeDeclHandler)     \
  F(Parse) F(StopParser) F(GetErrorCode) F(GetCurrentByteIndex) F(ErrorString) F(ExpatVersion)

#define DECLARE(name) static typeof(&XML_##name) load_##name;
FUNCTIONS(DECLARE)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[256];
static bool is_loaded;

static void load(void) {
  void *library = dlopen("libexpat.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    snprintf(failure, sizeof failure, "%s", reason ? reason : "libexpat.so.1 cannot be loaded");
    return;
  }
#define FIND(name)                                                                                    \
  load_##name = (typeof(&XML_##name))dlsym(library, "XML_" #name);                                   \
  if (!load_##name) {                                                                                 \
    snprintf(failure, sizeof failure, "libexpat.so.1 has no function XML_" #name);                    \
    return;                                                                                           \
  }
  FUNCTIONS(FIND)
  is_loaded = true;
}

static bool is_ready(void) {
  pthread_once(&once, load);
  return is_loaded;
}

const char *se_xml_version(void) { return is_ready() ? load_ExpatVersion() : NULL; }

const char *se_xml_failure(void) { return is_ready() ? NULL : failure; }

const char *se_xml_value(const char *const *attributes, const char *name) {
  for (; *attributes; attributes += 2)
    if (strcmp(attributes[0], name) == 0) return *attributes[1] ? attributes[1] : NULL;
  return NULL;
}

typedef struct reading {
  XML_Parser parser;
  se_xml_element *element;
  void *context;
  size_t level, count, most, deepest;
  se_xml_status status;
} reading;

static void stop(reading *reading, se_xml_status status) {
  reading->status = status;
  load_StopParser(reading->parser, XML_FALSE);
}

static void start_element(void *data, const XML_Char *name, const XML_Char **attributes) {
  reading *reading = data;
  if (reading->count++ >= reading->most || reading->level >= reading->deepest)
    return stop(reading, SE_XML_TOO_LARGE);
  size_t offset = (size_t)load_GetCurrentByteIndex(reading->parser);
  reading->element(reading->context, reading->level++, offset, name, (const char *const *)attributes);
}

static void end_element(void *data, const XML_Char *name) {
  (void)name;
  ((reading *)data)->level--;
}

static void start_doctype(
  void *data, const XML_Char *name, const XML_Char *system, const XML_Char *public, int has_subset) {
  (void)name, (void)system, (void)public, (void)has_subset;
  stop(data, SE_XML_DOCTYPE);
}

se_xml_result se_xml_read(
  const char *bytes, size_t count, size_t most, size_t deepest, se_xml_element *element, void *context) {
  if (!is_ready()) return (se_xml_result){SE_XML_UNAVAILABLE, 0, failure};
  if (count > INT_MAX) return (se_xml_result){SE_XML_TOO_LARGE, 0, "the document is too large"};
  reading reading = {load_ParserCreate(NULL), element, context, 0, 0, most, deepest, SE_XML_COMPLETE};
  if (!reading.parser) return (se_xml_result){SE_XML_MALFORMED, 0, "out of memory"};
  load_SetUserData(reading.parser, &reading);
  load_SetElementHandler(reading.parser, start_element, end_element);
  load_SetStartDoctypeDeclHandler(reading.parser, start_doctype);
  se_xml_result result = {SE_XML_COMPLETE, count, NULL};
  if (load_Parse(reading.parser, bytes, (int)count, XML_TRUE) != XML_STATUS_OK) {
    enum XML_Error error = load_GetErrorCode(reading.parser);
    bool is_complete = error == XML_ERROR_JUNK_AFTER_DOC_ELEMENT && reading.count > 0;
    long offset = load_GetCurrentByteIndex(reading.parser);
    result.offset = offset > 0 ? (size_t)offset : 0;
    if (!is_complete) {
      result.status = reading.status == SE_XML_COMPLETE ? SE_XML_MALFORMED : reading.status;
      result.reason = load_ErrorString(error);
    }
  }
  load_ParserFree(reading.parser);
  return result;
}
