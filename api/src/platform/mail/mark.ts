import { html, type Html } from './html.ts'
import { styled, type PartName } from './style.ts'

/**
 * The logo, an arch over a stream, drawn with borders. Most mail clients drop SVG, and images are blocked until the
 * reader asks for them; borders show everywhere, with square corners at worst.
 */
export const mark = html`<div aria-hidden="true" style="width:36px;line-height:0;font-size:0">
  <div ${styled('arch')}><div ${styled('innerArch')}></div></div>
  <div style="height:3px"></div>
  ${wave('crest', 0)} ${wave('trough', 8)}
</div>`

/** Two arcs of the stream. An arc is 11 px wide, and its ends lie over those of the other row. */
function wave(bow: PartName, indentPx: number): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0">
    <tr>
      <td style="padding:0 0 0 ${indentPx}px"><div ${styled(bow)}></div></td>
      <td style="padding:0 0 0 5px"><div ${styled(bow)}></div></td>
    </tr>
  </table>`
}
