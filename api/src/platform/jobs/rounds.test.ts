import { describe, expect, it } from 'vitest'
import { pino } from 'pino'
import { startRounds, type Round } from './rounds.ts'

const silent = pino({ level: 'silent' })

describe('rounds', () => {
  it('repeat, even after a failure, and are awaited when they are stopped', async () => {
    const log: string[] = []
    const { promise: third, resolve: thirdStarted } = Promise.withResolvers<void>()
    const { promise: finish, resolve: letFinish } = Promise.withResolvers<void>()
    const round: Round = {
      name: 'test',
      afterMs: 0,
      everyMs: 1,
      run: async () => {
        log.push('started')
        if (log.length === 1) throw new Error('fails once')
        if (log.length < 3) return
        thirdStarted()
        await finish
        log.push('finished')
      },
    }
    const stop = startRounds([round], silent)
    await third
    const stopped = stop()
    letFinish()
    await stopped
    expect(log).toEqual(['started', 'started', 'started', 'finished'])
  })

  it('wait after a failure only as long as at the start, not for their interval', async () => {
    const { promise: secondRound, resolve: ranAgain } = Promise.withResolvers<void>()
    let runs = 0
    const run = async () => {
      runs += 1
      if (runs === 1) throw new Error('the database is away')
      ranAgain()
    }
    const stop = startRounds([{ name: 'test', afterMs: 0, everyMs: 60 * 60 * 1_000, run }], silent)
    await secondRound
    await stop()
    expect(runs).toBe(2)
  })
})
