const ipv4 = /^(\d{1,3}\.){3}\d{1,3}(\/\d{1,2})?$/
const ipv6 = /^([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}(\/\d{1,3})?$/i

/** Whether a text has the form of an IPv4 or full IPv6 address, with or without a mask. The server checks the ranges too. */
export function looksLikeAddress(text: string): boolean {
  const address = text.trim()
  return ipv4.test(address) || ipv6.test(address)
}
