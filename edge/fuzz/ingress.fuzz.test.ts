import { afterAll, beforeAll, describe, it } from 'vitest'
import { assert, asyncProperty } from 'fast-check'
import { corpus } from './corpus.ts'
import { Duel } from './duel.ts'
import { rawInputs } from './raw-requests.ts'

let duel: Duel

beforeAll(async () => {
  duel = await Duel.start()
})
afterAll(() => duel.close())

describe('the two ingresses', () => {
  it('parse every known smuggling payload identically, unless ours refuses it', async () => {
    const faults: string[] = []
    for (const bytes of corpus) {
      for (const cuts of [[], [bytes.length - 3], [20, 40]]) {
        await duel.check({ bytes, cuts }).catch((error: Error) => faults.push(error.message))
      }
    }
    if (faults.length > 0) throw new Error(faults.join('\n\n'))
  })

  it('parse 1,000 generated requests identically, unless ours refuses them', () =>
    assert(
      asyncProperty(rawInputs(), (input) => duel.check(input)),
      { seed: 20_261, numRuns: 1_000 },
    ))
})
