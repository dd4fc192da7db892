import { describe, expect, it } from 'vitest'
import { createSearch } from './search.ts'

const search = createSearch([
  {
    id: 'basic-usage',
    title: 'Basic usage',
    source:
      '# Basic usage\n\nHow to run `culvert`.\n\n## Exit codes\n\n| Code | Meaning |\n|---|---|\n| 6 | Ended from the dashboard. |\n',
  },
  {
    id: 'security',
    title: 'Security',
    source: '# Security\n\nWhat a tunnel opens.\n\n## Your AuthID\n\nIts secret is shown once.\n',
  },
])

const paths = (query: string) => search(query).map(({ path }) => path)

describe('searching the documentation', () => {
  it('finds the part under a heading rather than the whole section', () => {
    expect(paths('exit codes')).toEqual(['basic-usage#exit-codes'])
    expect(paths('opens')).toEqual(['security'])
  })

  it('finds prefixes of words, and words with a typo', () => {
    expect(paths('auth')).toEqual(['security#your-authid'])
    expect(paths('dashbaord')).toEqual(['basic-usage#exit-codes'])
  })

  it('requires every word to match', () => {
    expect(paths('exit secret')).toEqual([])
    expect(paths('')).toEqual([])
  })

  it('returns an excerpt around the match, without Markdown syntax', () => {
    expect(search('meaning')).toEqual([
      {
        path: 'basic-usage#exit-codes',
        section: 'Basic usage',
        heading: 'Exit codes',
        excerpt: 'Code · Meaning 6 · Ended from the dashboard.',
      },
    ])
    expect(search('run')[0]?.excerpt).toBe('How to run culvert.')
  })

  it('cuts a long excerpt between words', () => {
    const source = `# Long\n\nbeginning ${'waterway '.repeat(40)}`
    const [hit] = createSearch([{ id: 'long', title: 'Long', source }])('beginning')
    expect(hit?.excerpt).toMatch(/^beginning (waterway )+…$/)
  })
})
