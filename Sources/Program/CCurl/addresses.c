#include <netinet/in.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

#include "CCurl.h"

static int is_public_v4(uint32_t address) {
  static const struct {
    uint32_t network;
    int bits;
  } special[] = {
      {0x00000000, 8},  /* 0.0.0.0, this network */
      {0x0a000000, 8},  /* 10.0.0.0, private */
      {0x64400000, 10}, /* 100.64.0.0, shared by a carrier */
      {0x7f000000, 8},  /* 127.0.0.0, loopback */
      {0xa9fe0000, 16}, /* 169.254.0.0, link-local */
      {0xac100000, 12}, /* 172.16.0.0, private */
      {0xc0000000, 24}, /* 192.0.0.0, protocols */
      {0xc0000200, 24}, /* 192.0.2.0, documentation */
      {0xc0586300, 24}, /* 192.88.99.0, relays of 6to4 */
      {0xc0a80000, 16}, /* 192.168.0.0, private */
      {0xc6120000, 15}, /* 198.18.0.0, benchmarks */
      {0xc6336400, 24}, /* 198.51.100.0, documentation */
      {0xcb007100, 24}, /* 203.0.113.0, documentation */
      {0xe0000000, 3},  /* 224.0.0.0, multicast and reserved */
  };
  for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
    uint32_t mask = UINT32_MAX << (32 - special[i].bits);
    if ((address & mask) == special[i].network) return 0;
  }
  return 1;
}

static uint32_t word(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static int is_public_v6(const uint8_t *bytes) {
  static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  static const uint8_t translated[12] = {0, 0x64, 0xff, 0x9b};
  if (memcmp(bytes, mapped, 12) == 0 || memcmp(bytes, translated, 12) == 0) {
    return is_public_v4(word(bytes + 12));
  }
  uint32_t first = word(bytes);
  if (first >> 29 != 1) return 0;                                 /* outside of 2000::/3 */
  if (first >> 9 == 0x20010000 >> 9) return 0;                    /* 2001::/23, protocols */
  if (first == 0x20010db8 || first >> 12 == 0x3fff0000 >> 12) return 0; /* documentation */
  return first >> 16 != 0x2002;                                   /* 2002::/16, 6to4 */
}

bool se_is_public_address(const struct sockaddr *address) {
  if (address->sa_family == AF_INET) {
    struct sockaddr_in v4;
    memcpy(&v4, address, sizeof v4);
    return is_public_v4(ntohl(v4.sin_addr.s_addr));
  }
  if (address->sa_family == AF_INET6) {
    struct sockaddr_in6 v6;
    memcpy(&v6, address, sizeof v6);
    return is_public_v6(v6.sin6_addr.s6_addr);
  }
  return 0;
}
