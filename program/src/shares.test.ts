import { expect, it, onTestFinished, vi } from 'vitest'
import { Shares } from './shares.ts'

it('shares of more than 4,096 networks are taken without a search through all of them each time', () => {
  const shares = new Shares(20_000, 1)
  const searches = vi.spyOn(Map.prototype, Symbol.iterator)
  onTestFinished(() => searches.mockRestore())
  const taken = Array.from({ length: 20_000 }, (_, network) => shares.take(String(network)))
  expect(searches.mock.calls.length).toBeLessThan(10)
  expect(shares.taken).toBe(20_000)
  for (const share of taken) if (share !== undefined) shares.leave(share)
  for (let network = 20_000; network < 60_000; network += 1) shares.leave(shares.enter(String(network)))
  expect(searches.mock.calls.length).toBeLessThan(20)
  expect(shares.taken).toBe(0)
})
