/** The style sheet of the report. Colours have a contrast of at least 4.5 on both backgrounds; bars 3. */
export const reportStyle = `
:root{color-scheme:light dark;--page:#fff;--text:#1a1a1a;--soft:#595959;--line:#d4d4d4;--s0:#2f6fd0;--s1:#c2410c;--warn:#9a3412;--warnpage:#fff7ed;--good:#166534}
@media (prefers-color-scheme:dark){:root{--page:#171717;--text:#ededed;--soft:#a8a8a8;--line:#404040;--s0:#7aa9f0;--s1:#fb923c;--warn:#fdba74;--warnpage:#2a1c10;--good:#86efac}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.5 system-ui,sans-serif}
main{max-width:1080px;margin:0 auto;padding:16px}
h1{font-size:22px;line-height:1.25;margin:8px 0 12px}
h2{font-size:18px;margin:28px 0 8px;border-bottom:1px solid var(--line)}
h3{font-size:15px;margin:16px 0 4px}
.note,footer{color:var(--soft)}
.good{color:var(--good)}
.attention{background:var(--warnpage);border-left:4px solid var(--warn);padding:4px 12px}
.attention h2{margin:4px 0;border:0;color:var(--warn)}
.attention ul{margin:4px 0;padding-left:20px}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:3px 12px 3px 0;text-align:left;font-weight:400;border-bottom:1px solid var(--line);vertical-align:top}
tbody th{min-width:7em;max-width:26em;overflow-wrap:break-word}
thead th{color:var(--soft);white-space:nowrap}
.number{text-align:right;white-space:nowrap;padding-right:0;padding-left:12px}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,330px),1fr));gap:16px 32px;margin-top:16px}
figure{margin:0;min-width:0;max-width:440px}
figcaption{font-weight:600}
svg{display:block;width:100%;height:auto}
svg text{fill:var(--soft);font:11px system-ui,sans-serif}
.grid{stroke:var(--line);stroke-width:1}
rect.s0{fill:var(--s0)}rect.s1{fill:var(--s1)}
i.s0{background:var(--s0)}i.s1{background:var(--s1)}
.legend{margin:4px 0;font-size:13px;display:flex;flex-wrap:wrap;gap:4px 16px}
.legend i{display:inline-block;width:10px;height:10px;margin-right:6px}
figure table{width:100%;font-size:12px;line-height:1.25}
figure th,figure td{padding-top:2px;padding-bottom:2px}
@media (max-width:480px){body{font-size:14px}main{padding:12px}th,td{padding-right:8px}.number{padding-right:0;padding-left:8px}}
figure tbody th{min-width:0}
footer{margin:32px 0 16px;font-size:13px}
:focus-visible{outline:2px solid var(--s0);outline-offset:2px}
@media print{:root{color-scheme:light;--page:#fff;--text:#000;--soft:#444;--line:#bbb;--s0:#2f6fd0;--s1:#c2410c;--warn:#7c2d12;--warnpage:#fff}body{font-size:11px}main{max-width:none;padding:0}.scroll{overflow:visible}figure,tr{break-inside:avoid}h2,h3{break-after:avoid}rect{print-color-adjust:exact}}
`.replaceAll('\n', '');
