import { SegmentedLinks } from '../../ui/SegmentedLinks.tsx'
import { rangeLengths } from './range.ts'

/** Leads to the same page over another range. */
export function RangeSwitch({ days }: { days: number }) {
  return (
    <SegmentedLinks
      label="Range"
      segments={rangeLengths.map((length) => ({
        label: `${length} days`,
        to: `?days=${length}`,
        isCurrent: length === days,
      }))}
    />
  )
}
