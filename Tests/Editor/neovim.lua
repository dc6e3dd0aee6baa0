-- Neovim as an editor of specs: run by `nvim --headless -u NONE -c 'luafile neovim.lua'` with PROGRAM and SPEC in the environment.
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

local function waits(condition, message) check(vim.wait(20000, condition, 20), message) end
local function count() return #vim.diagnostic.get(buffer) end
waits(function() return count() > 0 end, "no findings")
local before = count()

local function request(method, params)
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 20000)
  check(answers and answers[client] and not answers[client].err, method .. ": " .. vim.inspect(answers))
  return answers[client].result
end
local document = { uri = vim.uri_from_bufnr(buffer) }

-- Each quick fix of the question in line 4 closes it or puts it off.
local line = vim.diagnostic.get(buffer)[1].lnum
local place = { line = line, character = 0 }
local actions = request("textDocument/codeAction", {
  textDocument = document, range = { start = place, ["end"] = place }, context = { diagnostics = {} },
})
check(#actions > 0, "no quick fixes")
local action = actions[1]
if not action.edit then action = request("codeAction/resolve", action) end
vim.lsp.util.apply_workspace_edit(action.edit, vim.lsp.get_client_by_id(client).offset_encoding)
waits(function() return count() < before end, "the question stays")

local hover = request("textDocument/hover", { textDocument = document, position = vim.lsp.util.make_position_params().position })
check(hover == nil or hover.contents, "no hover")
local completion = request("textDocument/completion", { textDocument = document, position = { line = 0, character = 0 } })
check(#completion.items > 0, "no completion")

-- Broken and mended.
local text = vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
vim.api.nvim_buf_set_lines(buffer, -1, -1, false, { "rules: [" })
waits(function()
  local shown = vim.diagnostic.get(buffer)
  return #shown > 0 and shown[1].severity == vim.diagnostic.severity.ERROR and shown[1].code ~= "undefined-expectation"
end, "the mistake is not shown")
vim.api.nvim_buf_set_lines(buffer, 0, -1, false, text)
waits(function() return count() == before - 1 end, "the mistake stays")
vim.lsp.stop_client(client)
vim.cmd("qall!")
