/** Markup that is safe to put into a page. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

/** Makes markup with values in it, which are escaped for text and for quoted attributes unless they are markup. */
export function html(
  strings: TemplateStringsArray,
  ...values: readonly (Html | readonly Html[] | string | number)[]
): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(toMarkup)))
}

function toMarkup(value: Html | readonly Html[] | string | number): string {
  if (value instanceof Html) return value.markup
  if (typeof value === 'object') return value.map(toMarkup).join('')
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
