import { expect, it } from 'vitest'
import { countHeldMemory } from '../testing/held-bytes.ts'
import { KeptBody } from './kept-body.ts'

it('a kept body takes little more memory than its bytes, however small the pieces in which it arrives', () => {
  const bodies = Array.from({ length: 200 }, () => new KeptBody())
  const piece = Buffer.from('x')
  const before = countHeldMemory()
  for (const body of bodies) for (let count = 0; count < 8_000; count += 1) body.add(piece)
  expect(bodies.every(({ isComplete }) => isComplete)).toBe(true)
  expect(countHeldMemory() - before).toBeLessThan(4 * 1024 * 1024)
  for (const body of bodies) body.drop()
})
