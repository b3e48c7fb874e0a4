import { h, type VNode, type ComponentChildren, Fragment } from 'preact';
import { renderToString } from 'preact-render-to-string';
export function a(x: string): VNode { return h('p', { class: 'a', id: x }, 'x', h('svg', { viewBox: '0 0 1 1', role: 'img', 'aria-labelledby': 'a' }, h('line', {x1: 0, class: 'x'})), h('details', {open: true}, 'x'), h('time', {datetime: 'x'}, [1,2].map(n => h('b', null, n)))); }
export const s: string = renderToString(a('<"é'));
export const t: ComponentChildren = h(Fragment, null, 'a');
console.log(s);
