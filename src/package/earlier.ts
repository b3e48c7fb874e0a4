// @ts-nocheck: written by Ajv from schemas/ (npm run openapi), never by hand.
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
export const earlier = validate0;
const schema0 = {"$id":"earlier.schema.json","allOf":[{"type":"object","required":["formatVersion","verdict","profile","suite","implementation","run","requirements"],"properties":{"formatVersion":{"$ref":"urn:petstore-conformance:report:1#/properties/formatVersion"},"verdict":{"$ref":"urn:petstore-conformance:report:1#/properties/verdict"},"profile":{"$ref":"urn:petstore-conformance:report:1#/properties/profile"},"suite":{"type":"object","required":["version"],"properties":{"version":{"$ref":"urn:petstore-conformance:report:1#/properties/suite/properties/version"}}},"implementation":{"$ref":"urn:petstore-conformance:report:1#/properties/implementation"},"run":{"type":"object","required":["startedAt","argv"],"properties":{"startedAt":{"$ref":"urn:petstore-conformance:report:1#/$defs/run/properties/startedAt"},"argv":{"$ref":"urn:petstore-conformance:report:1#/$defs/run/properties/argv"}}},"requirements":{"type":"array","maxItems":300,"items":{"type":"object","required":["level","outcome"],"properties":{"level":{"$ref":"urn:petstore-conformance:report:1#/$defs/requirement/properties/level"},"outcome":{"$ref":"urn:petstore-conformance:report:1#/$defs/requirement/properties/outcome"}}}}}},{"type":"object","properties":{"history":{"$ref":"urn:petstore-conformance:report:1#/properties/history"}}}]};
const schema25 = {"const":1};

function validate95(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate95.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(1 !== data){
validate95.errors = [{instancePath,schemaPath:"#/const",keyword:"const",params:{allowedValue: 1}}];
return false;
}
validate95.errors = vErrors;
return errors === 0;
}
validate95.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema26 = {"description":"Decided by the requirements of the level required that the profile judges and that were selected, and by nothing else.","enum":["conformant","non-conformant","incomplete"]};

function validate97(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate97.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(((data === "conformant") || (data === "non-conformant")) || (data === "incomplete"))){
validate97.errors = [{instancePath,schemaPath:"#/enum",keyword:"enum",params:{allowedValues: schema26.enum}}];
return false;
}
validate97.errors = vErrors;
return errors === 0;
}
validate97.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema27 = {"enum":["quick","read-only","core","full"]};

function validate99(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate99.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!((((data === "quick") || (data === "read-only")) || (data === "core")) || (data === "full"))){
validate99.errors = [{instancePath,schemaPath:"#/enum",keyword:"enum",params:{allowedValues: schema27.enum}}];
return false;
}
validate99.errors = vErrors;
return errors === 0;
}
validate99.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema2 = {"type":"string","minLength":1,"maxLength":2000};
const func1 = require("ajv/dist/runtime/ucs2length").default;

function validate101(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate101.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(typeof data === "string"){
if(func1(data) > 2000){
validate101.errors = [{instancePath,schemaPath:"#/maxLength",keyword:"maxLength",params:{limit: 2000}}];
return false;
}
else {
if(func1(data) < 1){
validate101.errors = [{instancePath,schemaPath:"#/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
}
else {
validate101.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
validate101.errors = vErrors;
return errors === 0;
}
validate101.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema29 = {"type":"object","additionalProperties":false,"required":["name","version","contact","baseUrl"],"properties":{"name":{"$ref":"#/$defs/wordsOrNull"},"version":{"$ref":"#/$defs/wordsOrNull"},"contact":{"$ref":"#/$defs/wordsOrNull"},"baseUrl":{"type":"string","format":"uri","pattern":"^https?://","maxLength":8000}}};
const schema5 = {"anyOf":[{"type":"string","maxLength":2000},{"type":"null"}]};

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate13.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = false;
const _errs1 = errors;
if(errors === _errs1){
if(typeof data === "string"){
if(func1(data) > 2000){
const err0 = {instancePath,schemaPath:"#/anyOf/0/maxLength",keyword:"maxLength",params:{limit: 2000}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath,schemaPath:"#/anyOf/0/type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs1 === errors;
valid0 = valid0 || _valid0;
const _errs3 = errors;
if(data !== null){
const err2 = {instancePath,schemaPath:"#/anyOf/1/type",keyword:"type",params:{type: "null"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var _valid0 = _errs3 === errors;
valid0 = valid0 || _valid0;
if(!valid0){
const err3 = {instancePath,schemaPath:"#/anyOf",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
validate13.errors = vErrors;
return false;
}
else {
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
}
validate13.errors = vErrors;
return errors === 0;
}
validate13.evaluated = {"dynamicProps":false,"dynamicItems":false};

const formats0 = require("ajv-formats/dist/formats").fullFormats.uri;
const pattern1 = new RegExp("^https?://", "u");

function validate103(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate103.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.name === undefined) && (missing0 = "name")) || ((data.version === undefined) && (missing0 = "version"))) || ((data.contact === undefined) && (missing0 = "contact"))) || ((data.baseUrl === undefined) && (missing0 = "baseUrl"))){
validate103.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!((((key0 === "name") || (key0 === "version")) || (key0 === "contact")) || (key0 === "baseUrl"))){
validate103.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.name !== undefined){
const _errs2 = errors;
if(!(validate13(data.name, {instancePath:instancePath+"/name",parentData:data,parentDataProperty:"name",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate13.errors : vErrors.concat(validate13.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.version !== undefined){
const _errs3 = errors;
if(!(validate13(data.version, {instancePath:instancePath+"/version",parentData:data,parentDataProperty:"version",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate13.errors : vErrors.concat(validate13.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.contact !== undefined){
const _errs4 = errors;
if(!(validate13(data.contact, {instancePath:instancePath+"/contact",parentData:data,parentDataProperty:"contact",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate13.errors : vErrors.concat(validate13.errors);
errors = vErrors.length;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.baseUrl !== undefined){
let data3 = data.baseUrl;
const _errs5 = errors;
if(errors === _errs5){
if(errors === _errs5){
if(typeof data3 === "string"){
if(func1(data3) > 8000){
validate103.errors = [{instancePath:instancePath+"/baseUrl",schemaPath:"#/properties/baseUrl/maxLength",keyword:"maxLength",params:{limit: 8000}}];
return false;
}
else {
if(!pattern1.test(data3)){
validate103.errors = [{instancePath:instancePath+"/baseUrl",schemaPath:"#/properties/baseUrl/pattern",keyword:"pattern",params:{pattern: "^https?://"}}];
return false;
}
else {
if(!(formats0(data3))){
validate103.errors = [{instancePath:instancePath+"/baseUrl",schemaPath:"#/properties/baseUrl/format",keyword:"format",params:{format: "uri"}}];
return false;
}
}
}
}
else {
validate103.errors = [{instancePath:instancePath+"/baseUrl",schemaPath:"#/properties/baseUrl/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
else {
validate103.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate103.errors = vErrors;
return errors === 0;
}
validate103.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema7 = {"description":"ISO 8601 in UTC.","type":"string","format":"date-time","pattern":":[0-5][0-9](\\.[0-9]{1,9})?Z$"};
const formats2 = require("ajv-formats/dist/formats").fullFormats["date-time"];
const pattern2 = new RegExp(":[0-5][0-9](\\.[0-9]{1,9})?Z$", "u");

function validate108(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate108.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(errors === 0){
if(typeof data === "string"){
if(!pattern2.test(data)){
validate108.errors = [{instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: ":[0-5][0-9](\\.[0-9]{1,9})?Z$"}}];
return false;
}
else {
if(!(formats2.validate(data))){
validate108.errors = [{instancePath,schemaPath:"#/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
}
else {
validate108.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
validate108.errors = vErrors;
return errors === 0;
}
validate108.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema31 = {"description":"The words of the command, before a shell quoted them.","type":"array","items":{"type":"string","maxLength":20000},"minItems":1,"maxItems":1000};

function validate110(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate110.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 1000){
validate110.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 1000}}];
return false;
}
else {
if(data.length < 1){
validate110.errors = [{instancePath,schemaPath:"#/minItems",keyword:"minItems",params:{limit: 1}}];
return false;
}
else {
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
const _errs1 = errors;
if(errors === _errs1){
if(typeof data0 === "string"){
if(func1(data0) > 20000){
validate110.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/maxLength",keyword:"maxLength",params:{limit: 20000}}];
return false;
}
}
else {
validate110.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/items/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
}
}
else {
validate110.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate110.errors = vErrors;
return errors === 0;
}
validate110.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};

const schema32 = {"enum":["required","advisory"]};

function validate112(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate112.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!((data === "required") || (data === "advisory"))){
validate112.errors = [{instancePath,schemaPath:"#/enum",keyword:"enum",params:{allowedValues: schema32.enum}}];
return false;
}
validate112.errors = vErrors;
return errors === 0;
}
validate112.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema18 = {"enum":["passed","failed","inconclusive","skipped","not-applicable"]};

function validate114(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate114.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(((((data === "passed") || (data === "failed")) || (data === "inconclusive")) || (data === "skipped")) || (data === "not-applicable"))){
validate114.errors = [{instancePath,schemaPath:"#/enum",keyword:"enum",params:{allowedValues: schema18.enum}}];
return false;
}
validate114.errors = vErrors;
return errors === 0;
}
validate114.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema34 = {"description":"Earlier runs that wrote into the same folder, the latest last.","type":"array","maxItems":100,"items":{"$ref":"#/$defs/pastRun"}};
const schema24 = {"type":"object","additionalProperties":false,"required":["startedAt","verdict","profile","suite","version","passed","failed","inconclusive"],"properties":{"of":{"description":"Whom the run judged: its address, or `the reference server`.","$ref":"#/$defs/words"},"startedAt":{"$ref":"#/$defs/moment"},"verdict":{"enum":["conformant","non-conformant","incomplete"]},"profile":{"enum":["quick","read-only","core","full"]},"suite":{"$ref":"#/$defs/words"},"version":{"$ref":"#/$defs/wordsOrNull"},"passed":{"$ref":"#/$defs/count"},"failed":{"$ref":"#/$defs/count"},"inconclusive":{"$ref":"#/$defs/count"}}};
const func0 = Object.prototype.hasOwnProperty;

function validate2(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate2.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(typeof data === "string"){
if(func1(data) > 2000){
validate2.errors = [{instancePath,schemaPath:"#/maxLength",keyword:"maxLength",params:{limit: 2000}}];
return false;
}
else {
if(func1(data) < 1){
validate2.errors = [{instancePath,schemaPath:"#/minLength",keyword:"minLength",params:{limit: 1}}];
return false;
}
}
}
else {
validate2.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
validate2.errors = vErrors;
return errors === 0;
}
validate2.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate18(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate18.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(errors === 0){
if(typeof data === "string"){
if(!pattern2.test(data)){
validate18.errors = [{instancePath,schemaPath:"#/pattern",keyword:"pattern",params:{pattern: ":[0-5][0-9](\\.[0-9]{1,9})?Z$"}}];
return false;
}
else {
if(!(formats2.validate(data))){
validate18.errors = [{instancePath,schemaPath:"#/format",keyword:"format",params:{format: "date-time"}}];
return false;
}
}
}
else {
validate18.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
validate18.errors = vErrors;
return errors === 0;
}
validate18.evaluated = {"dynamicProps":false,"dynamicItems":false};

const schema4 = {"type":"integer","minimum":0,"maximum":1000000};

function validate7(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate7.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
validate7.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === 0){
if((typeof data == "number") && (isFinite(data))){
if(data > 1000000 || isNaN(data)){
validate7.errors = [{instancePath,schemaPath:"#/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000}}];
return false;
}
else {
if(data < 0 || isNaN(data)){
validate7.errors = [{instancePath,schemaPath:"#/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
validate7.errors = vErrors;
return errors === 0;
}
validate7.evaluated = {"dynamicProps":false,"dynamicItems":false};


function validate86(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate86.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((data.startedAt === undefined) && (missing0 = "startedAt")) || ((data.verdict === undefined) && (missing0 = "verdict"))) || ((data.profile === undefined) && (missing0 = "profile"))) || ((data.suite === undefined) && (missing0 = "suite"))) || ((data.version === undefined) && (missing0 = "version"))) || ((data.passed === undefined) && (missing0 = "passed"))) || ((data.failed === undefined) && (missing0 = "failed"))) || ((data.inconclusive === undefined) && (missing0 = "inconclusive"))){
validate86.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
const _errs1 = errors;
for(const key0 in data){
if(!(func0.call(schema24.properties, key0))){
validate86.errors = [{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs1 === errors){
if(data.of !== undefined){
const _errs2 = errors;
if(!(validate2(data.of, {instancePath:instancePath+"/of",parentData:data,parentDataProperty:"of",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate2.errors : vErrors.concat(validate2.errors);
errors = vErrors.length;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.startedAt !== undefined){
const _errs3 = errors;
if(!(validate18(data.startedAt, {instancePath:instancePath+"/startedAt",parentData:data,parentDataProperty:"startedAt",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate18.errors : vErrors.concat(validate18.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.verdict !== undefined){
let data2 = data.verdict;
const _errs4 = errors;
if(!(((data2 === "conformant") || (data2 === "non-conformant")) || (data2 === "incomplete"))){
validate86.errors = [{instancePath:instancePath+"/verdict",schemaPath:"#/properties/verdict/enum",keyword:"enum",params:{allowedValues: schema24.properties.verdict.enum}}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.profile !== undefined){
let data3 = data.profile;
const _errs5 = errors;
if(!((((data3 === "quick") || (data3 === "read-only")) || (data3 === "core")) || (data3 === "full"))){
validate86.errors = [{instancePath:instancePath+"/profile",schemaPath:"#/properties/profile/enum",keyword:"enum",params:{allowedValues: schema24.properties.profile.enum}}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.suite !== undefined){
const _errs6 = errors;
if(!(validate2(data.suite, {instancePath:instancePath+"/suite",parentData:data,parentDataProperty:"suite",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate2.errors : vErrors.concat(validate2.errors);
errors = vErrors.length;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.version !== undefined){
const _errs7 = errors;
if(!(validate13(data.version, {instancePath:instancePath+"/version",parentData:data,parentDataProperty:"version",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate13.errors : vErrors.concat(validate13.errors);
errors = vErrors.length;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.passed !== undefined){
const _errs8 = errors;
if(!(validate7(data.passed, {instancePath:instancePath+"/passed",parentData:data,parentDataProperty:"passed",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate7.errors : vErrors.concat(validate7.errors);
errors = vErrors.length;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.failed !== undefined){
const _errs9 = errors;
if(!(validate7(data.failed, {instancePath:instancePath+"/failed",parentData:data,parentDataProperty:"failed",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate7.errors : vErrors.concat(validate7.errors);
errors = vErrors.length;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.inconclusive !== undefined){
const _errs10 = errors;
if(!(validate7(data.inconclusive, {instancePath:instancePath+"/inconclusive",parentData:data,parentDataProperty:"inconclusive",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate7.errors : vErrors.concat(validate7.errors);
errors = vErrors.length;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate86.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
validate86.errors = vErrors;
return errors === 0;
}
validate86.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate116(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate116.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(Array.isArray(data)){
if(data.length > 100){
validate116.errors = [{instancePath,schemaPath:"#/maxItems",keyword:"maxItems",params:{limit: 100}}];
return false;
}
else {
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(!(validate86(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate86.errors : vErrors.concat(validate86.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
}
else {
validate116.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
validate116.errors = vErrors;
return errors === 0;
}
validate116.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};


function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){

let vErrors = null;
let errors = 0;
const evaluated0 = validate0.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
if(errors === _errs0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((data.formatVersion === undefined) && (missing0 = "formatVersion")) || ((data.verdict === undefined) && (missing0 = "verdict"))) || ((data.profile === undefined) && (missing0 = "profile"))) || ((data.suite === undefined) && (missing0 = "suite"))) || ((data.implementation === undefined) && (missing0 = "implementation"))) || ((data.run === undefined) && (missing0 = "run"))) || ((data.requirements === undefined) && (missing0 = "requirements"))){
validate0.errors = [{instancePath,schemaPath:"#/allOf/0/required",keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.formatVersion !== undefined){
const _errs2 = errors;
if(!(validate95(data.formatVersion, {instancePath:instancePath+"/formatVersion",parentData:data,parentDataProperty:"formatVersion",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate95.errors : vErrors.concat(validate95.errors);
errors = vErrors.length;
}
var valid1 = _errs2 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.verdict !== undefined){
const _errs3 = errors;
if(!(validate97(data.verdict, {instancePath:instancePath+"/verdict",parentData:data,parentDataProperty:"verdict",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate97.errors : vErrors.concat(validate97.errors);
errors = vErrors.length;
}
var valid1 = _errs3 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.profile !== undefined){
const _errs4 = errors;
if(!(validate99(data.profile, {instancePath:instancePath+"/profile",parentData:data,parentDataProperty:"profile",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate99.errors : vErrors.concat(validate99.errors);
errors = vErrors.length;
}
var valid1 = _errs4 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.suite !== undefined){
let data3 = data.suite;
const _errs5 = errors;
if(errors === _errs5){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing1;
if((data3.version === undefined) && (missing1 = "version")){
validate0.errors = [{instancePath:instancePath+"/suite",schemaPath:"#/allOf/0/properties/suite/required",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data3.version !== undefined){
if(!(validate101(data3.version, {instancePath:instancePath+"/suite/version",parentData:data3,parentDataProperty:"version",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate101.errors : vErrors.concat(validate101.errors);
errors = vErrors.length;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/suite",schemaPath:"#/allOf/0/properties/suite/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.implementation !== undefined){
const _errs8 = errors;
if(!(validate103(data.implementation, {instancePath:instancePath+"/implementation",parentData:data,parentDataProperty:"implementation",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate103.errors : vErrors.concat(validate103.errors);
errors = vErrors.length;
}
var valid1 = _errs8 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.run !== undefined){
let data6 = data.run;
const _errs9 = errors;
if(errors === _errs9){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing2;
if(((data6.startedAt === undefined) && (missing2 = "startedAt")) || ((data6.argv === undefined) && (missing2 = "argv"))){
validate0.errors = [{instancePath:instancePath+"/run",schemaPath:"#/allOf/0/properties/run/required",keyword:"required",params:{missingProperty: missing2}}];
return false;
}
else {
if(data6.startedAt !== undefined){
const _errs11 = errors;
if(!(validate108(data6.startedAt, {instancePath:instancePath+"/run/startedAt",parentData:data6,parentDataProperty:"startedAt",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate108.errors : vErrors.concat(validate108.errors);
errors = vErrors.length;
}
var valid3 = _errs11 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.argv !== undefined){
const _errs12 = errors;
if(!(validate110(data6.argv, {instancePath:instancePath+"/run/argv",parentData:data6,parentDataProperty:"argv",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate110.errors : vErrors.concat(validate110.errors);
errors = vErrors.length;
}
var valid3 = _errs12 === errors;
}
else {
var valid3 = true;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/run",schemaPath:"#/allOf/0/properties/run/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.requirements !== undefined){
let data9 = data.requirements;
const _errs13 = errors;
if(errors === _errs13){
if(Array.isArray(data9)){
if(data9.length > 300){
validate0.errors = [{instancePath:instancePath+"/requirements",schemaPath:"#/allOf/0/properties/requirements/maxItems",keyword:"maxItems",params:{limit: 300}}];
return false;
}
else {
var valid4 = true;
const len0 = data9.length;
for(let i0=0; i0<len0; i0++){
let data10 = data9[i0];
const _errs15 = errors;
if(errors === _errs15){
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
let missing3;
if(((data10.level === undefined) && (missing3 = "level")) || ((data10.outcome === undefined) && (missing3 = "outcome"))){
validate0.errors = [{instancePath:instancePath+"/requirements/" + i0,schemaPath:"#/allOf/0/properties/requirements/items/required",keyword:"required",params:{missingProperty: missing3}}];
return false;
}
else {
if(data10.level !== undefined){
const _errs17 = errors;
if(!(validate112(data10.level, {instancePath:instancePath+"/requirements/" + i0+"/level",parentData:data10,parentDataProperty:"level",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate112.errors : vErrors.concat(validate112.errors);
errors = vErrors.length;
}
var valid5 = _errs17 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data10.outcome !== undefined){
const _errs18 = errors;
if(!(validate114(data10.outcome, {instancePath:instancePath+"/requirements/" + i0+"/outcome",parentData:data10,parentDataProperty:"outcome",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate114.errors : vErrors.concat(validate114.errors);
errors = vErrors.length;
}
var valid5 = _errs18 === errors;
}
else {
var valid5 = true;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requirements/" + i0,schemaPath:"#/allOf/0/properties/requirements/items/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid4 = _errs15 === errors;
if(!valid4){
break;
}
}
}
}
else {
validate0.errors = [{instancePath:instancePath+"/requirements",schemaPath:"#/allOf/0/properties/requirements/type",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid1 = _errs13 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
}
else {
validate0.errors = [{instancePath,schemaPath:"#/allOf/0/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs0 === errors;
if(valid0){
const _errs19 = errors;
if(errors === _errs19){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.history !== undefined){
if(!(validate116(data.history, {instancePath:instancePath+"/history",parentData:data,parentDataProperty:"history",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate116.errors : vErrors.concat(validate116.errors);
errors = vErrors.length;
}
}
}
else {
validate0.errors = [{instancePath,schemaPath:"#/allOf/1/type",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs19 === errors;
}
validate0.errors = vErrors;
return errors === 0;
}
validate0.evaluated = {"props":{"history":true,"formatVersion":true,"verdict":true,"profile":true,"suite":true,"implementation":true,"run":true,"requirements":true},"dynamicProps":false,"dynamicItems":false};

