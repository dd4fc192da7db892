import { describe, expect, it } from 'vitest'
import { edgeTrustedSince } from '../agents/rules.ts'
import { checkTunnelReport, edgeForgottenBefore, edgeSilentBefore } from './rules.ts'

const now = new Date('2026-11-21T12:00:00Z')

it('lets an edge be silent for 25 seconds, trusts its authority for 90, and remembers it for a day', () => {
  expect(edgeSilentBefore(now)).toEqual(new Date('2026-11-21T11:59:35Z'))
  expect(edgeTrustedSince(now)).toEqual(new Date('2026-11-21T11:58:30Z'))
  expect(edgeForgottenBefore(now)).toEqual(new Date('2026-11-20T12:00:00Z'))
})

describe('checkTunnelReport', () => {
  const report = { edgeId: 'edge-1', complete: true, connected: [], disconnected: [] }

  it('accepts a report', () => {
    expect(() => checkTunnelReport(report)).not.toThrow()
  })

  it.each([
    [{ ...report, edgeId: '' }, 'edgeId'],
    [{ ...report, edgeId: "'; drop table edges" }, 'edgeId'],
    [{ ...report, connected: Array.from({ length: 20_001 }, String) }, 'connected'],
    [{ ...report, held: Array.from({ length: 20_001 }, String) }, 'held'],
  ])('refuses one that breaks the rules', (broken, field) => {
    expect(() => checkTunnelReport(broken)).toThrow(expect.objectContaining({ code: 'BAD_USER_INPUT', field }))
  })
})
