import { execFile } from 'node:child_process'
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildASTSchema, isEnumType, parse } from 'graphql'
import { compareContracts, findFaultsOfStyle, lowercaseEnums } from '../../scripts/contract-rules.ts'
import { projectFolder } from '../src/processes.ts'

const run = promisify(execFile)
const contract = parse(
  readdirSync(join(projectFolder, 'schema'))
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => readFileSync(join(projectFolder, 'schema', name), 'utf8'))
    .join('\n'),
)

/** Returns what the command prints about a copy of the contract, and its exit code. */
async function check(folder: string): Promise<{ code: number; stdout: string }> {
  const command = [join(projectFolder, 'scripts/contract.ts'), folder]
  return await run(process.execPath, command).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  )
}

describe('the check of the contract', () => {
  let copy = ''
  const plant = async (file: string, change: (text: string) => string) => {
    const path = join(copy, 'schema', file)
    const text = readFileSync(path, 'utf8')
    const planted = change(text)
    expect(planted).not.toBe(text)
    rmSync(path)
    appendFileSync(path, planted)
    const result = await check(copy)
    rmSync(path)
    appendFileSync(path, text)
    return result
  }

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'culvert-contract-'))
    cpSync(join(projectFolder, 'schema'), join(copy, 'schema'), { recursive: true })
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  it('passes the current contract', async () => {
    expect(await check(copy)).toMatchObject({ code: 0 })
  })

  it('fails for a removed field, and says what to do', async () => {
    const { code, stdout } = await plant('gateways.graphql', (text) =>
      text.replace(/\n {2}"[^"]+"\n {2}subdomain: String!/, ''),
    )
    expect(code).toBe(1)
    expect(stdout).toContain('breaking: Gateway.subdomain was removed.')
    expect(stdout).toContain('mark it @deprecated')
  })

  it.each([
    ['an argument that becomes required', 'domains.graphql', /idempotencyKey: String\n/, 'idempotencyKey: String!\n'],
    ['a field that becomes nullable', 'gateways.graphql', /subdomain: String!/, 'subdomain: String'],
    ['a removed enum value', 'sessions.graphql', /\n {2}"[^"]+"\n {2}OTHERS/, ''],
    ['a field that loses @semanticNonNull', 'plans.graphql', 'plan: Plan @semanticNonNull', 'plan: Plan'],
    ['an operation that becomes hidden', 'plans.graphql', 'plans: [Plan!]!', 'plans: [Plan!]! @forEdges'],
  ])('fails for %s', async (_what, file, from, to) => {
    const { code, stdout } = await plant(file, (text) => text.replace(from, to))
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringMatching(/^breaking: /m) })
  })

  it.each([
    ['a new enum value', 'sessions.graphql', '  OTHERS\n', '  OTHERS\n  "More."\n  SOME\n'],
    [
      'a new optional input field',
      'domains.graphql',
      'idempotencyKey: String\n',
      'idempotencyKey: String\n  "More."\n  note: String\n',
    ],
  ])('lists %s as dangerous, and passes', async (_what, file, from, to) => {
    const { code, stdout } = await plant(file, (text) => text.replace(from, to))
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^dangerous: .*(SOME|note)/m) })
  })

  it.each([
    ['a lowercase enum value', 'sessions.graphql', '  OTHERS\n', '  OTHERS\n  "More."\n  some\n', 'SignOutScope.some'],
    [
      'money that is a Float',
      'plans.graphql',
      'priceMonthlyCents: SafeInt',
      'priceYearly: Float\n  "?"\n  priceMonthlyCents: SafeInt',
      'Plan.priceYearly',
    ],
    [
      'an instant that is not a DateTime',
      'gateways.graphql',
      'subdomain: String!',
      'subdomain: String!\n  "?"\n  movedAt: String',
      'Gateway.movedAt',
    ],
    [
      'a deprecation without a date',
      'plans.graphql',
      'name: String!',
      'name: String! @deprecated(reason: "Old.")',
      'Plan.name',
    ],
  ])('fails for %s', async (_what, file, from, to, said) => {
    const { code, stdout } = await plant(file, (text) => text.replace(from, to))
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining(`style: ${said}: `) })
  })
})

describe('a deprecated name', () => {
  const old = parse(`
    enum E { A B @deprecated(reason: "Use A. Until 2027-05-25.") }
    type Old { x: E }
    type Query { e(y: Int @deprecated(reason: "Until 2027-05-25.")): E, old: Old @deprecated(reason: "Use e. Until 2027-05-25."), kept: Int, undated: Int @deprecated(reason: "Use e.") }
  `)
  const breaking = (without: string, today: string) => compareContracts(old, parse(without), today).breaking

  it('may be removed once its date has passed, along with types that nothing else uses', () => {
    const without = 'enum E { A } type Query { e: E, kept: Int, undated: Int }'
    expect(breaking(without, '2027-05-26')).toEqual([])
    expect(breaking(without, '2027-05-25')).toHaveLength(4)
  })

  it('may not be removed if its deprecation has no date', () => {
    const without = 'enum E { A } type Query { e: E, kept: Int }'
    expect(breaking(without, '2099-01-01')).toEqual(['Query.undated was removed.'])
  })
})

describe('the list of lowercase enums', () => {
  it('names only existing enums, with all of their values', () => {
    const schema = buildASTSchema(contract)
    for (const [name, values] of Object.entries(lowercaseEnums)) {
      const type = schema.getType(name)
      expect({ name, values: isEnumType(type) ? type.getValues().map((value) => value.name) : [] }).toEqual({
        name,
        values,
      })
    }
    expect(findFaultsOfStyle(contract)).toEqual([])
  })
})
