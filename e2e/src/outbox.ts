import type { Site } from './culvert.ts'
import { until } from './until.ts'

/** Waits for a mail whose list entry contains these texts, and returns the first matching link in it. */
export async function findMailedLink(
  { outboxUrl }: Pick<Site, 'outboxUrl'>,
  { to, subject, link }: { to: string; subject: string; link: RegExp },
): Promise<string> {
  let found: string | undefined
  await until(`a mail "${subject}" to ${to}`, async () => {
    const list = await read(outboxUrl)
    for (const [, id] of list.matchAll(/\/mails\/([0-9a-f-]{36})/g)) {
      const mail = await read(`${outboxUrl}/mails/${id}`)
      if (!mail.includes(to) || !mail.includes(subject)) continue
      found = link.exec(decodeHtml(mail))?.[0]
      if (found) return true
    }
    return false
  })
  if (!found) throw new Error(`The mail "${subject}" to ${to} has no such link`)
  return found
}

async function read(url: string): Promise<string> {
  return await (await fetch(url)).text()
}

function decodeHtml(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
}
