const mountains = (width: number, height: number) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">
<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#f3d9b5"/><stop offset="1" stop-color="#b9cfd0"/></linearGradient></defs>
<rect width="100%" height="100%" fill="url(#s)"/><circle cx="${width * 0.7}" cy="${height * 0.3}" r="${width * 0.07}" fill="#fff3da"/>
<path d="M0 ${height * 0.7}L${width * 0.25} ${height * 0.42}L${width * 0.45} ${height * 0.66}L${width * 0.7} ${height * 0.38}L${width} ${height * 0.7}V${height}H0Z" fill="#6f9394"/>
<path d="M0 ${height * 0.82}L${width * 0.35} ${height * 0.62}L${width * 0.6} ${height * 0.8}L${width} ${height * 0.6}V${height}H0Z" fill="#2f5d5b"/></svg>`

/** Drawn stand-ins for photographs, by address. */
export const pictures: Record<string, string> = {
  '/picture-wide.svg': mountains(1600, 900),
  '/picture-tall.svg': mountains(900, 1400),
}
