import { findCredentials, readAuthorities } from '../config/credentials.ts'
import type { Credentials } from '../config/credentials.ts'
import type { CommandValues } from '../config/command-settings.ts'
import { defaultServer, requireServer } from '../config/server-address.ts'
import { exitCodes, Failure } from '../failure.ts'
import { exchangeToken } from './sign-in-api.ts'
import { findWorkloadToken } from './workload-token.ts'

/** Finds server and token as `findCredentials` does; with a trust, exchanges this job's token for one. Throws Failure. */
export async function openCredentials(values: CommandValues): Promise<Credentials> {
  const { trust, authtoken, server: given, 'ca-file': authoritiesFile } = values
  if (trust === undefined) return findCredentials(values)
  if (authtoken !== undefined) {
    throw new Failure(exitCodes.usage, 'Both a trust and a token were given.', {
      why: 'A trust gets a token for this job, so another one is of no use.',
      remedy: 'Leave out --trust or --authtoken, and CULVERT_TRUST or CULVERT_AUTHTOKEN.',
    })
  }
  const server = given === undefined ? defaultServer : requireServer(given)
  const authorities = readAuthorities(authoritiesFile)
  const token = await findWorkloadToken(server, authorities)
  return { server, authToken: await exchangeToken({ server, authorities }, { trustId: trust, token }), authorities }
}
