import { describe, expect, it } from 'vitest'
import { edgeSilentBefore, edgeTrustedSince } from '../agents/rules.ts'
import { checkTunnelReport, edgeForgottenBefore, parseEdge } from './rules.ts'

const now = new Date('2026-11-21T12:00:00Z')

it('an edge may be silent for 25 s, its authority is trusted for 90 s, and it is remembered for a day', () => {
  expect(edgeSilentBefore(now)).toEqual(new Date('2026-11-21T11:59:35Z'))
  expect(edgeTrustedSince(now)).toEqual(new Date('2026-11-21T11:58:30Z'))
  expect(edgeForgottenBefore(now)).toEqual(new Date('2026-11-20T12:00:00Z'))
})

describe('checkTunnelReport', () => {
  const report = { edgeId: 'edge-1', complete: true, connected: [], disconnected: [] }

  it('accepts a valid report', () => {
    expect(() => checkTunnelReport(report)).not.toThrow()
  })

  it.each([
    [{ ...report, edgeId: '' }, 'edgeId'],
    [{ ...report, edgeId: "'; drop table edges" }, 'edgeId'],
    [{ ...report, connected: Array.from({ length: 20_001 }, String) }, 'connected'],
    [{ ...report, held: Array.from({ length: 20_001 }, String) }, 'held'],
  ])('refuses an invalid edge id or more than 20,000 agents', (broken, field) => {
    expect(() => checkTunnelReport(broken)).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT', field }))
  })
})

describe('parseEdge', () => {
  const edge = { name: 'edge 1', capacity: 1, tunnelCount: 0, version: '1', state: 'SERVING' } as const

  it('accepts an http address for an edge only if tunnelUrl is not https', () => {
    const [plain, secure] = [{ tunnelUrl: 'http://tunnels.test' }, { tunnelUrl: 'https://tunnels.test' }]
    expect(parseEdge({ ...edge, agentUrl: 'http://a.test:8080' }, plain)).toMatchObject({
      agentUrl: 'http://a.test:8080',
    })
    for (const config of [plain, secure]) {
      expect(parseEdge({ ...edge, agentUrl: 'https://a.test' }, config)).toMatchObject({ agentUrl: 'https://a.test' })
    }
    expect(() => parseEdge({ ...edge, agentUrl: 'http://a.test' }, secure)).toThrow(
      expect.objectContaining({ field: 'agentUrl' }),
    )
  })
})
