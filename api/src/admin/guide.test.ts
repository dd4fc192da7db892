import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { addMs } from '../ground/clock.ts'
import { describeApiOnce } from '../testing/api.ts'
import { SendContactRequestDocument } from '../testing/generated/documents.ts'
import { newUser, signUp } from '../testing/sign-up.ts'
import { runAdmin } from './program.ts'

const guide = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
const [, chapter = ''] = guide.split('\n## The command line\n')
/** Each command of the chapter with what it prints, in their order. */
const shown = [...chapter.matchAll(/^\$ npm run -s admin -- (.+)\n([^]*?)(?=^\$ |^```)/gm)].map(
  ([, command = '', output = '']) => ({ command, output }),
)

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g
/** Replaces what differs from run to run. */
const withoutValues = (text: string) => text.replaceAll(uuid, 'ID').replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'TIME')
const splitWords = (command: string) =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word = '']) => quoted ?? word)

describeApiOnce('the commands of docs/operations.md', (api) => {
  it('print what the guide shows', async () => {
    const admin = (command: string) => runAdmin(splitWords(command), (work) => work(api.app))
    const email = 'grace@example.com'
    await signUp(api, newUser({ email }))
    const title = 'Tunnel ends after an hour'
    const issue = { type: 'bug', priority: 'medium', title, description: 'It does.', email } as const
    await api.client().run(SendContactRequestDocument, { input: { type: 'issue', issue } })
    await admin('users sign-out grace@example.com')
    await admin('site switch plan-changes manual')

    const tomorrow = addMs(new Date(), 24 * 60 * 60 * 1_000).toISOString()
    const ids = new Map<string, string>()
    for (const { command, output } of shown) {
      const { stdout, stderr } = await admin(
        command.replace(/(?<=--until )\S+/, tomorrow).replaceAll(uuid, (id) => ids.get(id) ?? id),
      )
      const printed = stdout + stderr
      expect(`${command}\n${withoutValues(printed)}`).toBe(`${command}\n${withoutValues(output)}`)
      const actual = printed.match(uuid) ?? []
      for (const [index, id] of (output.match(uuid) ?? []).entries()) ids.set(id, actual[index] ?? '')
    }
    expect(shown.length).toBeGreaterThan(12)
  })
})
