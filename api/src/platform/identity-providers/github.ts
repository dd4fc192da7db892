import type { z } from 'zod'
import { githubEmails, githubUser, splitName } from './claims.ts'
import { withProviderFaults } from './faults.ts'
import { listOptions, listRequestParameters, openLibrary, authenticateClient } from './library.ts'
import { type ProviderClient, ProviderFault, type ProviderSettings } from './provider.ts'

/** GitHub itself. */
export const githubUrl = 'https://github.com'

/** Returns the address of a server's API: that of GitHub itself has a separate host. */
function toApiUrl(server: string): string {
  return server === githubUrl ? 'https://api.github.com' : `${server}/api/v3`
}

/** Opens GitHub, or a GitHub Enterprise Server: they speak OAuth 2.0, and their API identifies the user. */
export async function openGithub(settings: ProviderSettings): Promise<ProviderClient> {
  const { issuer: server, clientId, clientSecret } = settings
  const library = await openLibrary()
  const metadata = {
    issuer: server,
    authorization_endpoint: `${server}/login/oauth/authorize`,
    token_endpoint: `${server}/login/oauth/access_token`,
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    code_challenge_methods_supported: ['S256'],
  }
  const configuration = new library.Configuration(
    metadata,
    clientId,
    undefined,
    authenticateClient(library, clientSecret),
  )
  const { execute, ...options } = listOptions(library, settings)
  Object.assign(configuration, options)
  for (const each of execute) each(configuration)
  return {
    toUrl: async (request) =>
      library.buildAuthorizationUrl(configuration, {
        ...(await listRequestParameters(library, request)),
        scope: 'read:user user:email',
      }),
    ask: async (returned, { state, codeVerifier }) =>
      await withProviderFaults(library, async () => {
        const { access_token: token } = await library.authorizationCodeGrant(configuration, returned, {
          expectedState: state,
          pkceCodeVerifier: codeVerifier,
        })
        const read = async <Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> => {
          const url = new URL(`${toApiUrl(server)}${path}`)
          const response = await library.fetchProtectedResource(configuration, token, url, 'GET', null, apiHeaders)
          const { success, data } = schema.safeParse(response.ok ? await response.json() : undefined)
          if (!success) throw new ProviderFault('UNREACHABLE', `GET ${path} was answered with ${response.status}.`)
          return data
        }
        const user = await read('/user', githubUser)
        const emails = await read('/user/emails', githubEmails)
        const primary = emails.find((email) => email.primary)
        return {
          // The number stays with the user; the login can change, and go to another user.
          subject: String(user.id),
          name: user.login,
          email: primary?.email ?? null,
          isEmailVerified: primary !== undefined && primary.email !== null && primary.verified,
          ...splitName(user.name),
        }
      }),
  }
}

const apiHeaders = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'culvert' })
