export type { Link } from '../src/reference/subject.ts';
