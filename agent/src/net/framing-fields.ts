/** The names of fields that concern one connection, or frame a message on it (RFC 9110, section 7.6.1; RFC 9112, section 6). */
export const framingFields: readonly string[] = [
  'connection',
  'content-length',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]
