import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderUi } from '../testing/render.tsx'
import { makeRequest, textBody } from '../testing/test-agent.ts'
import { BodyView } from './BodyView.tsx'
import { Comparison } from './Comparison.tsx'

const body = (content: string) => textBody('application/json', content)

describe('numbers in JSON', () => {
  it('are shown as they were sent', () => {
    renderUi(
      <BodyView
        of="response"
        body={body('{"id":1234567890123456789,"rate":1e400,"price":0.1,"list":[9007199254740993]}')}
      />,
    )
    const json = screen.getByRole('group', { name: 'JSON' })
    expect(json).toHaveTextContent('id: 1234567890123456789')
    expect(json).toHaveTextContent('rate: 1e400')
    expect(json).toHaveTextContent('price: 0.1')
    expect(json).toHaveTextContent('0: 9007199254740993')
  })

  it('that differ in their last digits are marked in a comparison', () => {
    const original = makeRequest(1, { responseBody: body('{"id":9007199254740993,"of":1}') })
    const request = makeRequest(2, { responseBody: body('{"id":9007199254740992,"of":1}') })
    renderUi(<Comparison original={original} answer={{ request, omitted: [] }} onOpen={() => {}} />)
    expect(screen.getByText(/"id": 9007199254740993/).className).not.toBe('')
    expect(screen.getByText(/"id": 9007199254740992/).className).not.toBe('')
  })
})
