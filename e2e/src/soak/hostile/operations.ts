import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  buildSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
} from 'graphql'
import { Client } from 'pg'
import { RenameAccountDocument } from '../../control/control.generated.ts'
import { type PostOptions, postQuery } from './post-query.ts'
import { type Scenario, expectThat } from './scenario.ts'

/** Text that no database can store: a NUL, and half of a surrogate pair. */
const badTexts = ['a\0b', 'a\ud800b']
const noTexts = new Set(['Int', 'Float', 'Boolean'])

/** What clients try with operations of the API. */
export const operationScenarios: readonly Scenario[] = [
  {
    area: 'what one may cost',
    promise:
      "An account's row that stays locked fails its own changes within 10 s with the reason, and no stranger's sign-up",
    needs: ['postgres'],
    async run(testBed, cleanup) {
      const ada = await testBed.signUp(cleanup)
      const session = new Client(testBed.databaseUrl)
      await session.connect()
      cleanup.defer(() => session.end())
      await session.query('begin')
      await session.query('select id from accounts where id = $1 for update', [ada.accountId])
      const rename = async () => {
        const beganMs = performance.now()
        const variables = { input: { accountId: ada.accountId, name: 'Never' } }
        const { code, reason } = await postQuery(testBed.site, RenameAccountDocument, { ...ada, variables })
        return { answer: `${code} ${reason}`, tookMs: Math.round(performance.now() - beganMs) }
      }
      const changes = Array.from({ length: 3 }, rename)
      const beganMs = performance.now()
      await testBed.signUp(cleanup)
      const signUpMs = Math.round(performance.now() - beganMs)
      const answers = await Promise.all(changes)
      await session.query('rollback')
      const slowest = Math.max(...answers.map(({ tookMs }) => tookMs))
      for (const { answer } of answers) {
        expectThat(answer === 'UNAVAILABLE LOCK_TIMEOUT', `a change of the locked account was answered with ${answer}`)
      }
      expectThat(slowest < 10_000, `a change of the locked account was refused after ${slowest} ms`)
      const { answer } = await rename()
      expectThat(answer === 'OK undefined', `a change behind the lock was answered with ${answer}`)
      return `a stranger signed up in ${signUpMs} ms, 3 changes were refused after ${slowest} ms at most`
    },
  },
  {
    area: 'what one may cost',
    promise: 'A NUL, or half of a surrogate pair, in any text of any mutation is BAD_USER_INPUT',
    async run(testBed, cleanup) {
      const { authorization } = await testBed.signUp(cleanup)
      const schema = buildSchema(await (await fetch(`${testBed.site.apiUrl}/schema.graphql`)).text())
      const mutations = Object.values(schema.getMutationType()?.getFields() ?? {})
      let [asked, texts] = [0, 0]
      for (const { name, args } of mutations) {
        const [input] = args
        if (input === undefined) continue
        const query = `mutation ($input: ${String(input.type)}) { ${name}(input: $input) { __typename } }`
        for (const fill of listTexts(input.type)) {
          texts += 1
          for (const text of badTexts) {
            const asking: PostOptions<{ input: unknown }> = { authorization, variables: { input: fill(text) } }
            const { status, code } = await postQuery<unknown, { input: unknown }>(testBed.site, query, asking)
            asked += 1
            const sent = JSON.stringify(asking.variables)
            expectThat(
              code === 'BAD_USER_INPUT' && status < 500,
              `${name} with ${sent} was answered with ${status} ${code}`,
            )
          }
        }
      }
      expectThat(mutations.length > 40 && texts > 60, `${mutations.length} mutations have ${texts} texts`)
      return `${asked} times BAD_USER_INPUT for ${texts} texts of ${mutations.length} mutations`
    },
  },
]

/** Creates an input that has its text in one place. */
type Fill = (text: string) => unknown

/** Ways to fill an input, one for each text that it can have. Its other required fields are filled too. */
function listTexts(type: GraphQLInputType): Fill[] {
  const plain = getNullableType(type)
  if (isListType(plain)) return listTexts(plain.ofType).map((fill) => (text) => [fill(text)])
  if (isInputObjectType(plain)) {
    return Object.values(plain.getFields()).flatMap((field) =>
      listTexts(field.type).map((fill) => (text: string) => ({ ...fillRequired(plain), [field.name]: fill(text) })),
    )
  }
  return isEnumType(plain) || noTexts.has(getNamedType(plain).name) ? [] : [(text) => text]
}

/** Returns a neutral value of a type. */
function makePlain(type: GraphQLInputType): unknown {
  const plain = getNullableType(type)
  if (isListType(plain)) return []
  if (isEnumType(plain)) return plain.getValues()[0]?.name
  if (isInputObjectType(plain)) return fillRequired(plain)
  if (plain.name === 'Boolean') return true
  return noTexts.has(plain.name) ? 1 : 'x'
}

function fillRequired(type: GraphQLInputObjectType): Record<string, unknown> {
  const required = Object.values(type.getFields()).filter(isRequiredInputField)
  return Object.fromEntries(required.map((field) => [field.name, makePlain(field.type)]))
}
