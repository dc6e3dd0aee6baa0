-- Neovim as an editor of specs: run by `nvim --headless -u NONE -c 'luafile neovim.lua'` with PROGRAM and SPEC, the sample of payments, in the
-- environment.
local function check(condition, message)
  if condition then return end
  io.stderr:write(message .. "\n")
  vim.cmd("cquit 1")
end

local path = vim.env.SPEC
vim.cmd("edit " .. vim.fn.fnameescape(path))
local buffer = vim.api.nvim_get_current_buf()
local client = vim.lsp.start_client({ name = "specmatrix", cmd = { vim.env.PROGRAM, "lsp" }, root_dir = vim.fn.getcwd() })
check(client, "the server does not start")
vim.lsp.buf_attach_client(buffer, client)
local encoding = vim.lsp.get_client_by_id(client).offset_encoding

local function waits(condition, message) check(vim.wait(20000, condition, 20), message) end
local function shown() return vim.diagnostic.get(buffer) end
local function lines() return vim.api.nvim_buf_get_lines(buffer, 0, -1, false) end
local function request(method, params)
  params.textDocument = { uri = vim.uri_from_bufnr(buffer) }
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 20000)
  check(answers and answers[client] and not answers[client].err, method .. ": " .. vim.inspect(answers))
  return answers[client].result
end
-- The place of the first line with a text, at the text.
local function place(text)
  for number, line in ipairs(lines()) do
    local column = line:find(text, 1, true)
    if column then return { line = number - 1, character = column - 1 } end
  end
  check(false, "no line has " .. text)
end

waits(function() return #shown() > 0 end, "no findings")
local original, before = lines(), #shown()

-- The first quick fix of a question answers it.
local asked
for _, diagnostic in ipairs(shown()) do
  if diagnostic.code == "undefined-expectation" then asked = asked or diagnostic end
end
local range = { start = { line = asked.lnum, character = 0 }, ["end"] = { line = asked.lnum, character = 0 } }
local sent = asked.user_data.lsp
sent.message, sent.range = asked.message, range
local actions = request("textDocument/codeAction", { range = range, context = { diagnostics = { sent } } })
check(#actions > 2, "no quick fixes: " .. vim.inspect(actions))
local action = actions[1]
if not action.edit then action = vim.lsp.buf_request_sync(buffer, "codeAction/resolve", action, 20000)[client].result end
vim.lsp.util.apply_workspace_edit(action.edit, encoding)
waits(function() return #shown() < before end, "the question stays")
vim.api.nvim_buf_set_lines(buffer, 0, -1, false, original)
waits(function() return #shown() == before end, "the question does not come back")

-- The outcome table of an operation, with the questions that are open.
local hover = request("textDocument/hover", { position = place("accept: {label") })
check(hover and hover.contents.value:find("| --- |", 1, true) and hover.contents.value:find("Q-", 1, true), "no table: " .. vim.inspect(hover))

-- While a line is typed.
local at = place("  accept: {label")
vim.api.nvim_buf_set_lines(buffer, at.line + 1, at.line + 1, false, { "  later: {only_when: {ident" })
local completion = request("textDocument/completion", { position = { line = at.line + 1, character = 27 } })
local offered = {}
for _, item in ipairs(completion.items) do offered[item.label] = true end
check(offered.identity and offered.transfer and not offered.verified, "no completion: " .. vim.inspect(completion))
waits(function() return #shown() > 0 and shown()[1].code == "yaml-syntax" end, "the mistake is not shown")
vim.api.nvim_buf_set_lines(buffer, 0, -1, false, original)
waits(function() return #shown() == before end, "the mistake stays")

-- A state by another name, everywhere.
local edit = request("textDocument/rename", { position = place("identity:"), newName = "passport" })
vim.lsp.util.apply_workspace_edit(edit, encoding)
local text = table.concat(lines(), "\n")
check(text:find("passport: verified", 1, true) and not text:find("identity:", 1, true), "not renamed: " .. text)
waits(function() return #shown() == before end, "the new name is another spec")

vim.lsp.stop_client(client)
vim.cmd("qall!")
