import { describe, expect, it } from 'vitest'
import { AnswerOrder } from './answer-order.ts'

describe('AnswerOrder', () => {
  it('releases only requests that have a place, in order, and each once', () => {
    const order = new AnswerOrder<string>()
    order.begin('first')
    order.begin('second')
    order.hold('third')
    expect(() => order.withdraw('stranger')).toThrow('has a place')
    expect(() => order.complete('second')).toThrow('in order')
    order.withdraw('third')
    expect(() => order.withdraw('third')).toThrow('has a place')
    order.complete('first')
    expect(() => order.complete('first')).toThrow('in order')
    expect([order.first, order.last, order.size]).toEqual(['second', 'second', 1])
  })

  it('admits no request twice, and none past the one that is held', () => {
    const order = new AnswerOrder<string>()
    expect(() => order.hold('alone')).toThrow('behind others')
    expect(order.begin('first')).toBe(true)
    expect(() => order.begin('first')).toThrow('once')
    order.hold('second')
    expect(() => order.begin('third')).toThrow('overtakes')
    expect(() => order.hold('third')).toThrow('single')
    expect(() => order.takeHeld()).toThrow('complete')
    order.complete('first')
    expect(order.takeHeld()).toBe('second')
    expect(order.isEmpty).toBe(true)
  })
})
