import { describe, expect, it } from 'vitest'
import { makeRandomHostname } from './random-hostname.ts'
import {
  checkListing,
  countersGrow,
  holdsHostname,
  hostnameInUse,
  listTransitions,
  parseAgentName,
  parseForwardingTo,
  type Agent,
} from './rules.ts'

const now = new Date('2026-11-21T12:00:00Z')
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1_000)

const agent: Agent = {
  id: 'a1',
  accountId: 'acc',
  authTokenId: null,
  agentTokenId: null,
  label: null,
  userId: 'u1',
  pool: false,
  gatewayId: 'g1',
  name: null,
  status: 'active',
  assignedDomain: 'demo-ada.culvert.localhost',
  forwardingTo: 'http://localhost:3000',
  region: null,
  startedAt: secondsAgo(600),
  stoppedAt: null,
  endReason: null,
  lastSeenAt: secondsAgo(1),
  connected: true,
  disconnectedAt: null,
  requestCount: 5,
  dataIn: 50,
  dataOut: 500,
  roundTripMs: 20,
  appFailing: false,
  failureRequestId: null,
  failureCode: null,
  failureDetail: null,
  failedAt: null,
}

describe('state machine', () => {
  it('allows only ending, loss, and return after a loss', () => {
    expect(listTransitions('end')).toEqual([
      { from: 'active', to: 'inactive' },
      { from: 'error', to: 'error' },
    ])
    expect(listTransitions('lose')).toEqual([{ from: 'active', to: 'error' }])
    expect(listTransitions('return')).toEqual([{ from: 'error', to: 'active' }])
  })
})

describe('holdsHostname', () => {
  it.each<[string, Partial<Agent>, boolean]>([
    ['an agent with a tunnel', {}, true],
    ['an agent with a tunnel that has been silent for 300 seconds', { lastSeenAt: secondsAgo(300) }, true],
    ['an agent without a tunnel, last seen 44 seconds ago', { connected: false, lastSeenAt: secondsAgo(44) }, true],
    ['an agent without a tunnel, last seen 45 seconds ago', { connected: false, lastSeenAt: secondsAgo(45) }, false],
    ['an agent that has just lost its tunnel', { connected: false, disconnectedAt: secondsAgo(0) }, false],
  ])('%s', (_case, change, expected) => {
    expect(holdsHostname({ ...agent, ...change }, now)).toBe(expected)
  })
})

describe('countersGrow', () => {
  it.each([
    [{ requestCount: 6, dataIn: 50, dataOut: 500 }, true],
    [{ requestCount: 5, dataIn: 51, dataOut: 500 }, true],
    [{ requestCount: 5, dataIn: 50, dataOut: 501 }, true],
    [{ requestCount: 5, dataIn: 50, dataOut: 500 }, false],
    [{ requestCount: 4, dataIn: 40, dataOut: 400 }, false],
  ])('for %j is %s', (reported, expected) => {
    expect(countersGrow(agent, reported)).toBe(expected)
  })
})

describe('parseForwardingTo', () => {
  it.each([
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:8000/path?query', 'http://127.0.0.1:8000'],
    ['https://[::1]:8443', 'https://[::1]:8443'],
  ])('parses %s as %s', (text, expected) => {
    expect(parseForwardingTo(text)).toBe(expected)
  })

  it.each(['', '3000', 'localhost:3000', 'ftp://localhost', 'javascript:alert(1)'])('refuses "%s"', (text) => {
    expect(() => parseForwardingTo(text)).toThrow(
      expect.objectContaining({
        field: 'forwardingTo',
        message: 'forwardingTo must be an http or https address, for example http://localhost:3000',
      }),
    )
  })
})

describe('parseAgentName', () => {
  it('keeps what is visible of a name, returns null for an empty one, and refuses more than 100 characters', () => {
    expect(parseAgentName('  laptop ')).toBe('laptop')
    expect(parseAgentName(' ')).toBeNull()
    expect(parseAgentName(undefined)).toBeNull()
    expect(parseAgentName('up\n\u001B[31m\u202Ered\u200B')).toBe('up [31mred')
    expect(parseAgentName('\u200B')).toBeNull()
    expect(() => parseAgentName('a'.repeat(101))).toThrow(expect.objectContaining({ field: 'name' }))
  })
})

describe('checkListing', () => {
  it.each([
    [{ page: 0, pageSize: 10 }, 'page', 'page must be a number from 1 to 1000000, not 0'],
    [{ status: [], page: 1, pageSize: 10 }, 'status', 'status must name a state, or be left out for all'],
    [{ page: 1, pageSize: 0 }, 'pageSize', 'pageSize must be a number from 1 to 1000, not 0'],
    [{ page: 1, pageSize: 1_001 }, 'pageSize', 'pageSize must be a number from 1 to 1000, not 1001'],
  ])('refuses %j', (listing, field, message) => {
    expect(() => checkListing(listing)).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT', field, message }))
  })
})

describe('hostnameInUse', () => {
  it('names the running agent, and how to stop it', () => {
    expect(hostnameInUse({ ...agent, name: 'laptop' }, 'Ada Lovelace')).toMatchObject({
      code: 'CONFLICT',
      field: 'gateway',
      message:
        'demo-ada.culvert.localhost is in use by agent "laptop" that Ada Lovelace started at 2026-11-21T11:50:00.000Z for ' +
        "http://localhost:3000. Stop it with Ctrl-C where it runs or on the dashboard's Agents page, or use another gateway. Agents share a gateway if each of them is started with --pool.",
    })
  })

  it('says nothing about an agent of another account', () => {
    expect(hostnameInUse(agent, undefined).message).toBe(
      'demo-ada.culvert.localhost is in use. Use another gateway, or try again later. Agents share a gateway if each of them is started with --pool.',
    )
  })
})

describe('makeRandomHostname', () => {
  it('returns a valid hostname on the domain, rarely the same one twice', () => {
    const hostnames = Array.from({ length: 200 }, () => makeRandomHostname('culvert.localhost'))
    for (const hostname of hostnames) expect(hostname).toMatch(/^[a-z]+-[a-z]+-[0-9a-z]{4}\.culvert\.localhost$/)
    expect(new Set(hostnames).size).toBeGreaterThan(195)
  })
})
