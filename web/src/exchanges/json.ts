/** The functions of JSON that older browsers lack, in which long numbers are rounded. */
const json: JSON & { rawJSON?: (text: string) => object; isRawJSON?: (value: unknown) => boolean } = JSON

/** What JavaScript may write otherwise than it was read: its numbers hold 15 digits. */
const mayBeRounded = /\d{16}|[\d.]{17}|\d[eE]/

/** Parses JSON to be shown: numbers are written as they were sent, for example ids of 64 bits. Throws SyntaxError. */
export function parseJson(text: string): unknown {
  return mayBeRounded.test(text) ? JSON.parse(text, keepNumber) : JSON.parse(text)
}

/** Reports whether a parsed value is a number that is kept as text. */
export function isKeptNumber(value: unknown): boolean {
  return json.isRawJSON?.(value) ?? false
}

function keepNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source
  return typeof value === 'number' && source !== undefined && source !== String(value)
    ? (json.rawJSON?.(source) ?? value)
    : value
}
