import './browser.ts'
import type { PageAnswer, RenderedPages } from '@culvert/schema/rendered-pages'

// Imported after the above: screens access the browser as they are loaded.
const { renderPages, shell } = await import('./render-pages.tsx')

const send = (message: object) =>
  new Promise<void>((resolve, reject) => {
    if (!process.send) return reject(new Error('This program is started by the API, which answers its queries.'))
    process.send(message, (error: Error | null) => (error ? reject(error) : resolve()))
  })

const waiting = new Map<number, (answer: PageAnswer['result']) => void>()
process.on('message', ({ id, result }: PageAnswer) => waiting.get(id)?.(result))

const pages = await renderPages((query, variables) => {
  const id = waiting.size + 1
  const answered = new Promise<PageAnswer['result']>((resolve) => waiting.set(id, resolve))
  return send({ kind: 'query', id, query, variables }).then(() => answered)
})
await send({ kind: 'pages', shell, pages } satisfies RenderedPages)
process.exit()
