import { expect, it } from '@jest/globals'
import { startSweeps, type Sweep } from './sweeps.ts'
import { describeApi } from './testing/api.ts'

describeApi('jobs', (api) => {
  it('run again and again, also after a failure, and are waited for at the end', async () => {
    const log: string[] = []
    const { promise: third, resolve: thirdStarted } = Promise.withResolvers<void>()
    const { promise: finish, resolve: letFinish } = Promise.withResolvers<void>()
    const job: Sweep = {
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
    const stop = startSweeps(api.app, [job])
    await third
    const stopped = stop()
    letFinish()
    await stopped
    expect(log).toEqual(['started', 'started', 'started', 'finished'])
  })
})
