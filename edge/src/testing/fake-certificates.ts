import type { FollowCertificatesInput } from '@culvert/schema/client-types'
import { sealCertificateKey } from '@culvert/schema/sealed-keys'
import type { OpenChallenge } from '../certificates/challenges.ts'
import type { ServedCertificate } from '../certificates/disk-copy.ts'
import { Queue } from './queue.ts'

/** The part of the fake API that serves certificates. `fail` throws while the API must fail. */
export function createFakeCertificates(edgeSecret: string, fail: () => void) {
  const changes = new Queue<number>()
  const follows = new Queue<FollowCertificatesInput>()
  const state = {
    /** By name. */
    certificates: new Map<string, ServedCertificate>(),
    version: 1,
    challenges: [] as OpenChallenge[],
    /** The hostnames of each look-up. */
    questions: [] as string[][],
    /** Whether changes are announced at once; if not, edges learn of them by polling. */
    tellsChanges: true,
    /** What an answer waits for once its content is determined. */
    hold: async (_hostnames: string[]): Promise<void> => {},
  }
  const changedNames: [name: string, version: number][] = []
  const change = (...names: string[]): number => {
    state.version += 1
    for (const name of names) changedNames.push([name, state.version])
    if (state.tellsChanges) changes.push(state.version)
    return state.version
  }
  /** Resolves once an edge reports that it serves the current certificates. */
  const untilFollowed = async (): Promise<void> => {
    const { version } = state
    while ((await follows.next()).version !== version) continue
  }
  return {
    state,
    follows,
    untilFollowed,
    rootValue: {
      async certificates({ hostnames }: { hostnames: string[] }) {
        state.questions.push(hostnames)
        fail()
        const { certificates } = state
        const found = hostnames.map((name) => certificates.get(name) ?? certificates.get(name.replace(/^[^.]+/, '*')))
        await state.hold(hostnames)
        return [...new Set(found)].filter((certificate) => certificate !== undefined)
      },
      followCertificates({ input }: { input: FollowCertificatesInput }) {
        fail()
        follows.push(input)
        const { version, challenges } = state
        const names = changedNames.filter(([, at]) => at > (input.version ?? version)).map(([name]) => name)
        return { names, version, hasMore: false, challenges }
      },
      async *certificatesChanged() {
        for (;;) yield { certificatesChanged: { version: await changes.next() } }
      },
    },
    /** Issues a certificate for a name, or renews it. */
    put: (name: string, { chain, key }: { chain: string; key: string }): void => {
      const version = change(name)
      const sealedKey = sealCertificateKey(key, name, edgeSecret)
      state.certificates.set(name, { id: `certificate-of-${name}`, name, version, chain, sealedKey })
    },
    end: (name: string): void => {
      state.certificates.delete(name)
      change(name)
    },
    /** Restores an empty backup. */
    restore: (): void => {
      state.certificates.clear()
      state.version = 1
      changedNames.length = 0
    },
    /** Opens these challenges and closes all others. Resolves once an edge reports that it serves them. */
    setChallenges: async (challenges: OpenChallenge[]): Promise<void> => {
      state.challenges = challenges
      change()
      await untilFollowed()
    },
  }
}
