/** A team's space. */
export interface Account {
  id: string
  name: string
  namespace: string
  createdAt: Date
}

/** Long enough for a name, short enough that a prefix and it share a hostname label of 63 characters. */
const namespaceLengthMax = 30

/**
 * Namespaces to try for a new account, best first: the first name, then both names, then the first name with a random
 * suffix. `makeSuffix` returns a few lowercase letters or digits.
 */
export function* proposeNamespaces(firstName: string, lastName: string, makeSuffix: () => string): Generator<string> {
  const first = toSlug(firstName)
  const both = toSlug(`${firstName}-${lastName}`)
  if (first !== '') yield first
  if (both !== first && both !== '') yield both
  for (;;) yield `${(first || 'team').slice(0, namespaceLengthMax - 7)}-${makeSuffix()}`
}

/** Lowercase letters and digits, everything else as single hyphens; empty when nothing of the name can be written so. */
function toSlug(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, namespaceLengthMax)
    .replaceAll(/^-+|-+$/g, '')
}
