import { expect, it } from 'vitest'
import { proposeNamespaces } from './rules.ts'

const propose = (firstName: string, lastName: string, count: number) => {
  let suffix = 0
  const proposals = proposeNamespaces(firstName, lastName, () => String((suffix += 1)))
  return Array.from({ length: count }, () => proposals.next().value)
}

it.each([
  ['Ada', 'Lovelace', ['ada', 'ada-lovelace', 'ada-1', 'ada-2']],
  ['José María', 'Núñez', ['jose-maria', 'jose-maria-nunez', 'jose-maria-1', 'jose-maria-2']],
  ["O'Neil", '-', ['o-neil', 'o-neil-1', 'o-neil-2', 'o-neil-3']],
  ['Admin', 'Mail', ['admin-mail', 'admin-1', 'admin-2', 'admin-3']],
  ['明', 'Li', ['li', 'team-1', 'team-2', 'team-3']],
  ['明', '李', ['team-1', 'team-2', 'team-3', 'team-4']],
])('proposes namespaces for the name %s %s', (firstName, lastName, namespaces) => {
  expect(propose(firstName, lastName, 4)).toEqual(namespaces)
})

it('proposed namespaces have at most 30 characters', () => {
  for (const namespace of propose('a'.repeat(100), 'b'.repeat(100), 5)) {
    expect(namespace).toMatch(/^[a-z0-9]([a-z0-9-]{0,28}[a-z0-9])?$/)
  }
})
