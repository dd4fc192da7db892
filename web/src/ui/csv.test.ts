import { describe, expect, it, vi } from 'vitest'
import { csvRowsMax, writeCsv, writePages, type CsvColumn } from './csv.ts'

const columns: CsvColumn<string>[] = [{ title: 'Text', value: (text) => text }]
const cellOf = (text: string) => writeCsv(columns, [text]).slice('Text\r\n'.length, -2)

const makePage = (count: number) => ({ rows: Array.from({ length: count }, () => 'row') })
const countLines = (text: string) => text.split('\r\n').length - 2
const run = () => ({ signal: new AbortController().signal, onCount: vi.fn() })

describe('a CSV file', () => {
  it('has headings, commas and CRLF, plain numbers, and empty cells for absent values', () => {
    interface Stone {
      name: string
      weight: number
      polished: boolean
      note: string | null
    }
    const ofStone: CsvColumn<Stone>[] = [
      { title: 'Name', value: ({ name }) => name },
      { title: 'Weight, g', value: ({ weight }) => weight },
      { title: 'Polished', value: ({ polished }) => polished },
      { title: 'Note', value: ({ note }) => note },
    ]
    expect(writeCsv(ofStone, [{ name: 'Bernstein "Ä"', weight: -1234567.5, polished: true, note: null }])).toBe(
      'Name,"Weight, g",Polished,Note\r\n"Bernstein ""Ä""",-1234567.5,true,\r\n',
    )
    expect(cellOf('a\nb')).toBe('"a\nb"')
  })

  it.each([
    ['=HYPERLINK("http://evil.example")', `"'=HYPERLINK(""http://evil.example"")"`],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    ['a=1', 'a=1'],
  ])('writes %j so that no spreadsheet runs it as a formula', (text, cell) => {
    expect(cellOf(text)).toBe(cell)
  })
})

describe('a CSV file of many pages', () => {
  it('has the rows of all pages, and reports how many it has read', async () => {
    const progress = run()
    const file = await writePages<string, number>(columns, progress, async (place = 0) => ({
      ...makePage(10),
      next: place < 2 ? place + 1 : undefined,
    }))
    expect(countLines(file.text)).toBe(30)
    expect(file.isCut).toBe(false)
    expect(progress.onCount.mock.calls).toEqual([[10], [20], [30]])
  })

  it.each([
    ['another page', 2_500, 4],
    ['a page that does not fit', 3_000, 4],
  ])('ends at its limit before %s, and says so', async (_, pageSize, pages) => {
    const readPage = vi.fn(async () => ({ ...makePage(pageSize), next: 1 }))
    const file = await writePages<string, number>(columns, run(), readPage)
    expect(countLines(file.text)).toBe(csvRowsMax)
    expect(file.isCut).toBe(true)
    expect(readPage).toHaveBeenCalledTimes(pages)
  })

  it('is complete if it ends exactly at its limit', async () => {
    const file = await writePages<string, number>(columns, run(), async () => ({
      ...makePage(csvRowsMax),
      next: undefined,
    }))
    expect(file.isCut).toBe(false)
  })

  it('ends after 200 empty pages', async () => {
    const readPage = vi.fn(async () => ({ ...makePage(0), next: 1 }))
    expect((await writePages<string, number>(columns, run(), readPage)).isCut).toBe(true)
    expect(readPage).toHaveBeenCalledTimes(200)
  })

  it('is abandoned once it is aborted', async () => {
    const abort = new AbortController()
    const readPage = vi.fn(async () => {
      abort.abort()
      return { ...makePage(1), next: 1 }
    })
    const file = writePages<string, number>(columns, { signal: abort.signal, onCount: () => {} }, readPage)
    await expect(file).rejects.toThrow()
    expect(readPage).toHaveBeenCalledTimes(1)
  })
})
