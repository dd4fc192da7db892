/** The formats of the edge's own answers. */
export type PageFormat = 'html' | 'json' | 'text'

const formats = new Map<string, PageFormat>([
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['application/json', 'json'],
  ['text/plain', 'text'],
])

/**
 * Picks the format that `Accept` prefers (RFC 9110, section 12.5.1). Text if all are equally acceptable: that is
 * what command-line programs send.
 */
export function pickFormat(accept: string): PageFormat {
  let best: PageFormat = 'text'
  let bestQuality = 0
  for (const range of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
    const format = formats.get(type)
    if (format === undefined) continue
    const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
    if (quality > bestQuality) {
      best = format
      bestQuality = quality
    }
  }
  return best
}
