/** The logo: an arch over a stream, in the text colour and the accent. */
export function Mark() {
  return (
    <svg width={28} height={28} viewBox="0 0 32 32" fill="none" strokeLinecap="round" aria-hidden="true">
      <path d="M4 21v-4.5a12 12 0 0 1 24 0V21" stroke="currentColor" strokeWidth="3" />
      <path d="M11 21v-4.5a5 5 0 0 1 10 0V21" stroke="currentColor" strokeWidth="1.6" opacity="0.45" />
      <path d="M2 26.5c2.3-2 4.7-2 7 0s4.7 2 7 0 4.7-2 7 0 4.7 2 7 0" stroke="var(--accent)" strokeWidth="2.6" />
    </svg>
  )
}
