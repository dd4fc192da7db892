import { parseJson } from '../../ground/json.ts'

// How much JSON may hold besides texts: values that cost a hundred times their bytes once they are read. A document of a thousand messages
// has some 20,000, at a depth of 4.
const depthMax = 16
/** Members of objects, and elements of lists, all together. */
const countMax = 50_000

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openers = new Set([0x5b, 0x7b])
const closers = new Set([0x5d, 0x7d])

/** Parses an agent's JSON; undefined for what is none, or exceeds the bounds. */
export function parseBounded(json: Buffer): unknown {
  return isWithinBounds(json) ? parseJson(json.toString()) : undefined
}

/** Reports whether JSON stays within bounds. Checks nothing else, because it runs before the JSON is parsed. */
function isWithinBounds(json: Buffer): boolean {
  let depth = 0
  let count = 0
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index] ?? 0
    if (byte === quote) {
      index = findEndOfText(json, index + 1)
    } else if (byte === comma) {
      count += 1
    } else if (openers.has(byte)) {
      depth += 1
      count += 1
    } else if (closers.has(byte)) {
      depth -= 1
    }
    if (depth > depthMax || count > countMax) return false
  }
  return true
}

/** Returns the index of the quote that ends a text; the length if none does. */
function findEndOfText(json: Buffer, from: number): number {
  for (let index = json.indexOf(quote, from); index !== -1; index = json.indexOf(quote, index + 1)) {
    let backslashes = 0
    while (json[index - 1 - backslashes] === backslash) backslashes += 1
    if (backslashes % 2 === 0) return index
  }
  return json.length
}
