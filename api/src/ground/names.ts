import { parse } from 'tldts'
import { badInput } from './errors.ts'

const nameLengthMax = 100

/**
 * Matches characters that are invisible or reverse the text around them: control and format characters (zero-width and bidi ones among
 * them), lone surrogates, line separators, and blank letters.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u034F\u115F\u1160\u17B4\u17B5\u2800\u3164\uFFA0]/gu

/** Matches words joined by dots, in any script; some programs take other characters for a dot (UTS #46, section 2.3). */
const dottedWords = /[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*(?:[.。．｡][\p{L}\p{N}][\p{L}\p{M}\p{N}-]*)+(?:[:/?#])?/gu

/** Endings that the public suffix list leaves out (RFC 6761, RFC 7686), and that programs link all the same. */
const specialEnds = new Set(['example', 'test', 'invalid', 'localhost', 'local', 'internal', 'onion'])

/**
 * Parses the name of a person or an account, which goes into mails to people who do not know them: one line of visible text, in
 * which no mail program finds an address to link. `label` begins the sentence that refuses it.
 */
export function parseName(field: string, label: string, text: string): string {
  const name = parseLine(field, label, text, nameLengthMax)
  const link = findLink(name)
  if (link !== undefined) {
    throw badInput(field, `${label} must not contain a web address: "${link}" reads as one. Write it without its dots.`)
  }
  return name
}

/** Parses one line of visible text. `label` begins the sentence that refuses it. */
export function parseLine(field: string, label: string, text: string, lengthMax: number): string {
  const line = text.trim().normalize('NFC')
  if (line === '') throw badInput(field, `${label} is required`)
  if (line.length > lengthMax) throw badInput(field, `${label} must be at most ${lengthMax} characters long`)
  // `search`, unlike `test`, has no memory of the last call.
  if (line.search(invisible) >= 0) {
    throw badInput(field, `${label} must not contain control, text direction or zero-width characters`)
  }
  return line
}

/** Returns the visible characters of a text on one line: line breaks become spaces, and invisible characters are left out. */
export function toVisibleLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').replaceAll(invisible, '').trim()
}

/** Makes a name from before these rules safe for a mail: removes invisible characters and breaks up addresses. */
export function toHarmlessName(name: string): string {
  let harmless = toVisibleLine(name)
  for (let link = findLink(harmless); link !== undefined; link = findLink(harmless)) {
    harmless = harmless.replace(link, link.replaceAll(/[.。．｡:/?#]+/gu, ' '))
  }
  return harmless.trim()
}

/** Returns the part of a text that a mail program would link; undefined when there is none. */
function findLink(text: string): string | undefined {
  const scheme = /[a-z][a-z\d+-]*:\/\/|\b(?:mailto|tel|sms|data|javascript):|\bwww[.。．｡]/i.exec(text)
  if (scheme) return scheme[0]
  return text.match(dottedWords)?.find(isAddress)
}

/**
 * "Acme.io" and "evil.example/x" are addresses, "Node.js", "J.R. Smith" and "St.John" are not: what counts is whether it
 * ends like a domain that can exist, or continues like an address.
 */
function isAddress(words: string): boolean {
  if (/[:/?#]$/.test(words)) return true
  const host = words.replaceAll(/[。．｡]/gu, '.').toLowerCase()
  if (specialEnds.has(host.slice(host.lastIndexOf('.') + 1))) return true
  const { isIcann, domain } = parse(host)
  return isIcann === true && domain !== null
}
