import { randomUUID } from 'node:crypto'
import type { ControlDocument } from '@culvert/control-client'
import type { Site } from '../../culvert.ts'
import { findMailedLink } from '../../outbox.ts'
import { postQuery } from './post-query.ts'
import { expectThat, type Scenario } from './scenario.ts'

type Mutation<TResult> = ControlDocument<TResult, { input: object }>

interface Viewer {
  viewer: { invites: { token: string }[]; memberships: { account: { id: string } }[] }
}

const signUp: Mutation<{ signUp: { session: { accessToken: string } } }> =
  'mutation ($input: SignUpInput!) { signUp(input: $input) { session { accessToken } } }'
const signIn: Mutation<object> = 'mutation ($input: SignInInput!) { signIn(input: $input) { session { expiresIn } } }'
const invite: Mutation<{ inviteMember: { invite: { id: string } } }> =
  'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { invite { id } } }'
const revoke: Mutation<object> =
  'mutation ($input: RevokeInviteInput!) { revokeInvite(input: $input) { invite { id } } }'
const viewer: ControlDocument<Viewer, undefined> = '{ viewer { invites { token } memberships { account { id } } } }'

const password = 'correct horse'

const freshAddress = () => `person-${randomUUID().slice(0, 8)}@example.com`

/** Signs a person up; returns their access token and account. */
async function join(site: Site, email: string, more: object = {}) {
  const input = { firstName: 'Mallory', lastName: 'Tester', email, password, acceptTerms: true, ...more }
  const { data, code } = await postQuery(site, signUp, { variables: { input } })
  const token = data?.signUp.session.accessToken
  expectThat(token !== undefined, `signing up was refused with ${code}`)
  const authorization = `Bearer ${token}`
  const accountId = (await postQuery(site, viewer, { authorization })).data?.viewer.memberships[0]?.account.id
  return { authorization, accountId }
}

const toInvitation = (email: string) => ({ to: email, subject: 'invited you', link: /http\S+invite_token=[\w-]+/ })

/** How people try to impersonate others. */
export const identityScenarios: readonly Scenario[] = [
  {
    area: 'who is who',
    promise: 'An invitation cannot be taken without its mail, and its owner gets the address that a stranger occupies',
    async run({ site }) {
      const email = freshAddress()
      const host = await join(site, freshAddress())
      const stranger = await join(site, email)
      const input = { accountId: host.accountId, email, role: 'admin' }
      await postQuery(site, invite, { authorization: host.authorization, variables: { input } })
      const listed = (await postQuery(site, viewer, stranger)).data?.viewer.invites.length
      expectThat(listed === 0, `the stranger was shown ${listed} invitations`)

      const link = new URL(await findMailedLink(site, toInvitation(email)))
      const owner = await join(site, email, { inviteToken: link.searchParams.get('invite_token') })
      const { code } = await postQuery(site, viewer, stranger)
      expectThat(code === 'UNAUTHENTICATED', `the stranger's session was answered with ${code}`)
      const own = (await postQuery(site, viewer, owner)).data?.viewer.invites.length
      expectThat(own === 1, `the owner of the address was shown ${own} invitations`)
      return 'the stranger saw 0 invitations and was signed out, the owner saw 1'
    },
  },
  {
    area: 'who is who',
    promise: 'Wrong passwords of one user count from all addresses together, and keep the owner out of nowhere known',
    async run({ site }) {
      const email = freshAddress()
      await join(site, email)
      const codes: string[] = []
      for (let host = 2; host <= 41; host += 1) {
        const input = { email, password: 'wrong' }
        codes.push((await postQuery(site, signIn, { variables: { input }, from: `127.0.0.${host}` })).code)
      }
      const tried = codes.filter((code) => code === 'UNAUTHENTICATED').length
      expectThat(tried < 20, `${tried} of 40 passwords from 40 addresses were tried`)
      const { code } = await postQuery(site, signIn, { variables: { input: { email, password } }, from: '127.0.0.1' })
      expectThat(code === 'OK', `the owner, where they signed up, was answered with ${code}`)
      return `${tried} of 40 guesses were tried, and the owner got in`
    },
  },
  {
    area: 'who is who',
    promise: 'A free account sends 10 invitations a day, however often it revokes them',
    async run({ site }) {
      const { authorization, accountId } = await join(site, freshAddress())
      let sent = 0
      for (let attempt = 0; attempt < 30; attempt += 1) {
        const input = { accountId, email: freshAddress(), role: 'viewer' }
        const { data } = await postQuery(site, invite, { authorization, variables: { input } })
        if (!data) continue
        sent += 1
        await postQuery(site, revoke, { authorization, variables: { input: data.inviteMember.invite } })
      }
      expectThat(sent === 10, `${sent} of 30 were sent`)
      return '10 of 30 were sent'
    },
  },
  {
    area: 'who is who',
    promise: 'No name in a mail holds an address or hides what it says',
    async run({ site }) {
      const names = ['https://evil.example/x', 'www.evil.com', 'evil.io', 'Ada\u202E', 'Ada\u200B', 'Ada\nBcc: x']
      for (const firstName of names) {
        const input = { firstName, lastName: 'Tester', email: freshAddress(), password, acceptTerms: true }
        const { code } = await postQuery(site, signUp, { variables: { input } })
        expectThat(code === 'BAD_USER_INPUT', `${JSON.stringify(firstName)} was answered with ${code}`)
      }
      return `${names.length} names refused`
    },
  },
]
