export function Mark({ className }: { className: string }) {
  return (
    <svg className={className} viewBox="0 0 32 32" fill="none" strokeLinecap="round" strokeLinejoin="round" aria-hidden>
      <path d="M4 7.5 10 21.5 16 9.5 22 21.5 28 7.5" className="mark__ink" />
      <path d="M22 21.5c-3.4 1.4-4.2 6 .6 6h3.2" className="mark__thread" />
      <circle cx="28.2" cy="27.4" r="2.1" className="mark__knot" />
    </svg>
  )
}
