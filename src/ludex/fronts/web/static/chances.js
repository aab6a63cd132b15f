// Chances as a bar: stretches side by side, each in the colour of its kind.

const SVG = "http://www.w3.org/2000/svg";

export function bar(shares) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "stack t");
  for (const { tone, shade, start, share } of shares) {
    const rect = document.createElementNS(SVG, "rect");
    rect.setAttribute("class", `o-${tone}${shade ? ` s-${shade}` : ""}`);
    rect.setAttribute("x", `${start}%`);
    rect.setAttribute("width", `${share * 100}%`);
    rect.setAttribute("height", "100%");
    svg.append(rect);
  }
  return svg;
}
