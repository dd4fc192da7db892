/** The languages offered for dates and numbers. The server accepts any that JavaScript knows. */
const offered = [
  'en-GB',
  'en-AU',
  'en-IN',
  'de',
  'es',
  'fr',
  'it',
  'ja',
  'ko',
  'nl',
  'pl',
  'pt-BR',
  'sv',
  'tr',
  'uk',
  'zh-CN',
]

/** Lists the languages for dates and numbers, each with an example. */
export function listLocales(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames('en-US', { type: 'language' })
  const example = new Date(2026, 11, 31, 17, 30)
  const describe = (locale: string) => {
    const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(example)
    return `${names.of(locale) ?? locale} – ${date} – ${new Intl.NumberFormat(locale).format(12_408)}`
  }
  return [
    { value: '', label: describe('en-US') },
    ...offered.map((locale) => ({ value: locale, label: describe(locale) })),
  ]
}
