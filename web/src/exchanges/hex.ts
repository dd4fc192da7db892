/** How many bytes are shown. */
const bytesMax = 4_096
const bytesPerLine = 16

/** Formats the beginning of binary data for people: offset, bytes and characters. */
export function toHex(base64: string): string {
  const bytes = atob(base64.slice(0, Math.ceil(bytesMax / 3) * 4))
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += bytesPerLine) {
    const part = bytes.slice(at, at + bytesPerLine).split('')
    const hex = part.map((each) => (each.codePointAt(0) ?? 0).toString(16).padStart(2, '0')).join(' ')
    const text = part.map((each) => (/[ -~]/.test(each) ? each : '.')).join('')
    lines.push(`${at.toString(16).padStart(6, '0')}  ${hex.padEnd(3 * bytesPerLine - 1)}  ${text}`)
  }
  return lines.join('\n')
}
