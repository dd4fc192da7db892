import { readFileSync } from 'node:fs'
import { hasCode } from '@culvert/program'
import { expectedToken, isToken } from '../control/token-kinds.ts'
import { exitCodes, Failure } from '../failure.ts'
import { describeFileFault } from '../file-fault.ts'
import type { CommandValues } from './command-settings.ts'
import { defaultServer, requireServer } from './server-address.ts'
import { findSignIn, readSignIns } from './sign-ins.ts'
import type { SignIn } from './sign-ins.ts'

/** The server that a command talks to, and the token that it uses. */
export interface Credentials {
  /** The API's address, without a slash at its end. */
  server: string
  /** An AuthID, a machine token or an agent token. Never printed. */
  authToken: string
  /** Authorities that are trusted in addition to this machine's, in PEM. */
  authorities: readonly string[]
}

/**
 * Finds server and token: those given, then those that `culvert login` stored. A token of a sign-in is sent to its own server only. Throws a Failure
 * that says how to sign in.
 */
export function findCredentials({
  server: given,
  profile,
  authtoken,
  'ca-file': authoritiesFile,
}: CommandValues): Credentials {
  const authorities = readAuthorities(authoritiesFile)
  const server = given === undefined ? undefined : requireServer(given)
  if (authtoken !== undefined) {
    const known =
      server ??
      (profile === undefined ? findSignIn(undefined) : requireSignIn(undefined, profile))?.server ??
      defaultServer
    return { server: known, authToken: checkToken(authtoken, known), authorities }
  }
  const signIn = requireSignIn(server, profile)
  return { server: signIn.server, authToken: signIn.token, authorities }
}

/** Returns the sign-in of a profile, or one at a server; without either, the current one. Throws Failure if there is none. */
export function requireSignIn(server: string | undefined, profile: string | undefined): SignIn & { profile: string } {
  const name = profile ?? (server === undefined ? undefined : profileOf(server))
  // Without a name, it would be the current one, which is at another server.
  const signIn = server !== undefined && name === undefined ? undefined : findSignIn(name)
  if (signIn !== undefined && (server === undefined || signIn.server === server)) return signIn
  throw notSignedIn(server, profile)
}

/** Reads authorities in PEM from a file; none if no file is given. Throws Failure. */
export function readAuthorities(file: string | undefined): readonly string[] {
  if (file === undefined) return []
  let content: string
  try {
    content = readFileSync(file, 'utf8')
  } catch (error) {
    throw new Failure(exitCodes.usage, `The file ${file} cannot be read.`, {
      why: `--ca-file: ${hasCode(error, 'ENOENT') ? 'It does not exist.' : describeFileFault(error)}`,
    })
  }
  const certificates = content.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)
  if (certificates !== null) return certificates
  throw new Failure(exitCodes.usage, `The file ${file} has no certificates.`, {
    why: '--ca-file: expected lines from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----.',
  })
}

/** Returns the profile that is signed in at a server; undefined if there is none. */
export function profileOf(server: string): string | undefined {
  const { current, profiles } = readSignIns()
  if (current !== undefined && profiles[current]?.server === server) return current
  return Object.keys(profiles).find((name) => profiles[name]?.server === server)
}

/** Returns the failure of a command that needs a sign-in. */
function notSignedIn(server: string | undefined, profile: string | undefined): Failure {
  const { profiles } = readSignIns()
  const names = Object.keys(profiles)
  const login = server === undefined ? 'culvert login --server <address>' : `culvert login --server ${server}`
  const found = profile === undefined ? undefined : findSignIn(profile)
  if (found !== undefined) {
    return new Failure(exitCodes.authIdRefused, `The profile "${found.profile}" is not for ${server}.`, {
      why: `It is a sign-in at ${found.server}.`,
      remedy: 'Leave out the profile, or the server.',
    })
  }
  if (profile !== undefined) {
    const known =
      names.length === 0 ? 'There is none yet.' : `There ${names.length === 1 ? 'is' : 'are'}: ${names.join(', ')}.`
    return new Failure(exitCodes.authIdRefused, `There is no profile "${profile}".`, {
      why: known,
      remedy: `Sign in with \`${login} --profile ${profile}\`.`,
    })
  }
  return new Failure(
    exitCodes.authIdRefused,
    server === undefined ? 'You are not signed in.' : `You are not signed in at ${server}.`,
    {
      why: 'A tunnel is opened for an account, and nothing says for which.',
      remedy: `Sign in with \`${login}\`. In CI, set CULVERT_SERVER and CULVERT_AUTHTOKEN instead.`,
    },
  )
}

/** Checks a token. The messages never quote it: pasted text may be a secret even if it is not a token. */
function checkToken(token: string, server: string): string {
  if (isToken(token)) return token
  throw new Failure(exitCodes.authIdRefused, 'This is not a Culvert token.', {
    why: `Expected ${expectedToken}, 67 characters in all; got ${token.length} characters.`,
    remedy: `Create one at ${server}/admin/auth-id and set CULVERT_AUTHTOKEN, or sign in with \`culvert login --server ${server}\`.`,
  })
}
